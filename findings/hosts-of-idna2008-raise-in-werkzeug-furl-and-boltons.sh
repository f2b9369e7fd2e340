#!/usr/bin/env bash
# werkzeug 3.1.9 (Flask 3.1.3), furl 2.1.4 and boltons 26.2.0 raise UnicodeError for a host in ASCII whose letter was not
# its own one in IDNA2003, such as the "ß" of "faß". Each takes the same host in Unicode, as "fass". The standard codec
# decodes an A-label, encodes the result by its own rules, and compares. In a view of Flask it is `request.url` that
# raises, while `request.host` has the name.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
python3 -m venv "$folder/venv"
"$folder/venv/bin/pip" install --quiet werkzeug==3.1.9 flask==3.1.3 furl==2.1.4 boltons==26.2.0
seen=$("$folder/venv/bin/python" - <<'END'
import boltons.urlutils
import flask
import furl
import werkzeug.urls


def told(function, url):
    try:
        return ascii(function(url))
    except UnicodeError:
        return "UnicodeError"


def requested(url):
    environ = {"wsgi.url_scheme": "http", "REQUEST_METHOD": "GET", "HTTP_HOST": url[7:-1], "PATH_INFO": "/"}
    request = flask.Request(environ)
    assert request.host == url[7:-1]
    return request.url


for name in ("xn--bcher-kva.example", "xn--fa-hia.example", "faß.example"):
    url = f"http://{name}/"
    functions = [requested] * name.isascii() + [
        werkzeug.urls.uri_to_iri if name.isascii() else werkzeug.urls.iri_to_uri,
        lambda url: furl.furl(url).url,
        lambda url: boltons.urlutils.URL(url).to_text(full_quote=True),
    ]
    print(name, *(told(function, url) for function in functions))
END
)
printf '%s\n' "$seen"
expected="xn--bcher-kva.example 'http://b\\xfccher.example/' 'http://b\\xfccher.example/' 'http://xn--bcher-kva.example/' 'http://xn--bcher-kva.example/'
xn--fa-hia.example UnicodeError UnicodeError UnicodeError UnicodeError
faß.example 'http://fass.example/' 'http://fass.example/' 'http://fass.example/'"
[ "$seen" = "$expected" ]
