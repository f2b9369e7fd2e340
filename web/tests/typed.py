"""What is typed into the page, for each of its features. The expected answers are those of the Python package."""

NAMES = [
    # Both forms.
    "Bücher.example",
    "xn--bcher-kva.example",
    "example.com",
    "STRASSE.de",
    "straße.de",
    "почта.рф",
    "例え.みんな",
    "☃.example",
    "faß.example.",
    "www。müller．de",
    # Problems, each at its place.
    "a_b.bücher..de",
    "_dmarc.bücher.de",
    "*.bücher.de",
    "-ab-.de",
    "www.xn--example-.org",
    "xn--a.bücher.de",
    "example.com＃@evil.example",
    "https://bücher.example:80/",
    "bÃ¼cher®.example",
    "例え_テスト.jp",
    "אa.example",
    "مثال1a.example",
    "1.אב.example",
    "l·m.example",
    "xȡ.example",
    "\u0301a.example",
    # What may be taken for something else.
    "аррӏе.com",
    "pаypal.com",
    "ѕсоре.ru",
    "१२3.in",
    "foo·bar.cat",
]

TEXTS = [
    ("to_unicode", "GET https://xn--bcher-kva.example/xn--a, by a@xn--bcher-kva.example."),
    ("to_unicode", "ü see xn--e1afmkfd.xn--p1ai\nand <https://xn--a.example>"),
    ("to_unicode", "nothing here"),
    ("to_ascii", "see //bücher.example/ü"),
    ("to_ascii", "mail anna@müller.example, http://%C3%BC.example/"),
    ("to_ascii", "日本 https://例え.jp/パス"),
]

# The directions and inputs of Punycode, the second and the third of RFC 3492 section 7.1 among them.
STEPS = [
    ("decode", "bcher-kva"),
    ("decode", "ihqwcrb4cv8a8dqg056pqjye"),
    ("decode", "Proprostnemluvesky-uyb24dma41a"),
    ("decode", "egbpdaj6bu4bxfgehfvwxn"),
    ("decode", "tda!"),
    ("decode", "bcher-kv"),
    ("decode", "plain-"),
    ("decode", "BCHER-KVA"),
    ("encode", "bücher"),
    ("encode", "他们为什么不说中文"),
    ("encode", "почемужеонинеговорятпорусски"),
    ("encode", "a😀b"),
]

PARAMETERS = {
    "digits": "0123456789",
    "delimiter": "_",
    "tmin": "2",
    "tmax": "5",
    "skew": "10",
    "damp": "50",
    "initial_bias": "20",
    "initial_n": "128",
}
CUSTOM = [("encode", "bücher"), ("decode", "bcher_9461"), ("encode", "例えば"), ("decode", "bcher_94x1")]

RACE = [
    "żaba",
    "bq--af6p6yp7ml7wc",
    "müller",
    "日本語",
    "почему",
    "ÿé",
    "a-1-B",
    "bq--aaa",
    "bq--3aaos",
]
RACE_NAMES = [
    "www.müller.de",
    "www.bq--abw7y3dmmvza.de",
    "żaba.example",
    "żaba.bq--aaa",
    "www.bq--af6p6yp7ml7s573b",
    "www.bq--ah7wf73r74w76ll4.de",
    "a.ü..de",
]
