// Reads names as lines of JSON and writes the host that Go makes of each: `lookup` of x/net, or `http`, which dials.
package main

import (
	"bufio"
	"context"
	"encoding/json"
	"errors"
	"net"
	"net/http"
	"os"

	"golang.org/x/net/idna"
)

type asked struct{ host string }

func (one asked) Error() string { return one.host }

func dialled(name string) (string, error) {
	transport := &http.Transport{
		DialContext: func(_ context.Context, _, address string) (net.Conn, error) {
			host, _, err := net.SplitHostPort(address)
			if err != nil {
				return nil, err
			}
			return nil, asked{host}
		},
	}
	_, err := (&http.Client{Transport: transport}).Get("http://" + name + "/")
	var found asked
	if errors.As(err, &found) {
		return found.host, nil
	}
	return "", err
}

func main() {
	answer := dialled
	if os.Args[1] == "lookup" {
		answer = idna.Lookup.ToASCII
	}
	lines := bufio.NewScanner(os.Stdin)
	lines.Buffer(nil, 1<<20)
	rows := bufio.NewWriter(os.Stdout)
	defer rows.Flush()
	out := json.NewEncoder(rows)
	for lines.Scan() {
		var name string
		if err := json.Unmarshal(lines.Bytes(), &name); err != nil {
			panic(err)
		}
		row := [2]string{"host", ""}
		var err error
		if row[1], err = answer(name); err != nil {
			row = [2]string{"refused", err.Error()}
		}
		if err := out.Encode(row); err != nil {
			panic(err)
		}
	}
}
