// Reads names as JSON, and writes their ASCII forms by golang.org/x/net/idna, or null; with an argument, a version.
package main

import (
	"encoding/json"
	"fmt"
	"os"
	"runtime"

	"golang.org/x/net/idna"
)

func main() {
	if len(os.Args) > 1 {
		fmt.Printf("%s (Unicode %s)\n", runtime.Version()[2:], idna.UnicodeVersion)
		return
	}
	rules := idna.New(idna.MapForLookup(), idna.BidiRule(), idna.CheckJoiners(true), idna.StrictDomainName(true),
		idna.CheckHyphens(false), idna.VerifyDNSLength(true), idna.Transitional(false))
	var names []string
	if err := json.NewDecoder(os.Stdin).Decode(&names); err != nil {
		panic(err)
	}
	forms := make([]any, len(names))
	for place, name := range names {
		if form, err := rules.ToASCII(name); err == nil {
			forms[place] = form
		}
	}
	if err := json.NewEncoder(os.Stdout).Encode(forms); err != nil {
		panic(err)
	}
}
