package printable

import (
	"bytes"
	"encoding/json"
	"reflect"
	"strings"
	"testing"

	"flavers/report/markup"
)

func TestLine(t *testing.T) {
	for text, want := range map[string]string{
		"":                             "",
		"plain text, Größe, 日本, 🙂":     "plain text, Größe, 日本, 🙂",
		"a\nb\r\tc":                    `a\nb\r\tc`,
		"\x1b[31mred\x1b]0;title\a":    `\x1b[31mred\x1b]0;title\x07`,
		"\x00\x7f\u0085\u009b31m":      `\x00\x7f\u0085\u009b31m`,
		"gpj.exe\u202etxt\u2066\u200f": `gpj.exe\u202etxt\u2066\u200f`,
		"a\u200bb\u200d\ufeff\u00ad":   `a\u200bb\u200d\ufeff\u00ad`,
		"a\u2028b\u2029":               `a\u2028b\u2029`,
		"\U000e0041":                   `\U000e0041`,
		"\xff\xc3(\xed\xa0\x80":        `\xff\xc3(\xed\xa0\x80`,
		"\ufffd":                       "\ufffd",
		`C:\new`:                       `C:\new`,
	} {
		if got := Line(text); got != want {
			t.Errorf("%q: %q, want %q", text, got, want)
		}
	}
	if got := Text("a\n\tb\r\x1b"); got != "a\n\tb"+`\r\x1b` {
		t.Errorf("%q", got)
	}
}

// JSON changes the text and not the value.
func TestJSON(t *testing.T) {
	value := map[string]string{"a\u202e": "x\x7f\u0085\u009b\U000e0041\u200b\n\t\x1b\u2028é🙂"}
	text, err := json.MarshalIndent(value, "", "\t")
	if err != nil {
		t.Fatal(err)
	}
	out := JSON(text)
	for _, r := range string(out) {
		if r != '\n' && r != '\t' && hidden(r) {
			t.Errorf("%U is left in %s", r, out)
		}
	}
	var back map[string]string
	if err := json.Unmarshal(out, &back); err != nil || !reflect.DeepEqual(back, value) {
		t.Errorf("%q, %v, want %q", back, err, value)
	}
}

func TestMarkup(t *testing.T) {
	if got := string(Markup([]byte("<p>\n\ta\u202eb\x1b\xff</p>"))); got != "<p>\n\ta\ufffdb\ufffd\ufffd</p>" {
		t.Errorf("%q", got)
	}
}

type Inner struct{ Name string }

type outer struct {
	*Inner
	List   []Inner
	Any    any
	Map    map[string][]string
	HTML   markup.HTML
	Bytes  []byte
	Pair   [2]string
	none   *Inner
	hidden string
}

func TestCopy(t *testing.T) {
	v := &outer{&Inner{"a\n"}, []Inner{{"b\x1b"}}, Inner{"c\r"}, map[string][]string{"d\n": {"e\n"}}, "<p>\n", []byte("\n"), [2]string{"f\n", "g"}, nil, "h\n"}
	want := &outer{&Inner{`a\n`}, []Inner{{`b\x1b`}}, Inner{`c\r`}, map[string][]string{`d\n`: {`e\n`}}, "<p>\n", []byte("\n"), [2]string{`f\n`, "g"}, nil, "h\n"}
	if got := Copy(v); !reflect.DeepEqual(got, want) {
		t.Errorf("%+v, want %+v", got, want)
	}
	if v.Name != "a\n" || v.List[0].Name != "b\x1b" || v.Map["d\n"][0] != "e\n" {
		t.Errorf("the original is %+v", v)
	}
}

// A text gives the same bytes whole and in parts of any size.
func TestWriter(t *testing.T) {
	const text = "é\x1b[31mred\x1b[0m\n\x1b[2Kx\x1b]0;t\a\u202e🙂\xc3\x1b[1;31m\x1b["
	for _, colours := range []bool{false, true} {
		want := Text(text)
		if colours {
			want = "é\x1b[31mred\x1b[0m\n" + `\x1b[2Kx\x1b]0;t\x07\u202e🙂\xc3` + "\x1b[1;31m" + `\x1b[`
		}
		for size := 1; size <= len(text); size++ {
			var b bytes.Buffer
			w := &Writer{W: &b, Colours: colours}
			for from := 0; from < len(text); from += size {
				part := text[from:min(from+size, len(text))]
				if n, err := w.Write([]byte(part)); n != len(part) || err != nil {
					t.Fatal(n, err)
				}
			}
			if err := w.Flush(); err != nil || b.String() != want {
				t.Fatalf("colours %v, parts of %d: %q, want %q", colours, size, b.String(), want)
			}
		}
	}
}

func FuzzLine(f *testing.F) {
	f.Add("a\n\x1b[31m\u202e\xff")
	f.Fuzz(func(t *testing.T, text string) {
		out := Line(text)
		if !clean(out, "") || Line(out) != out {
			t.Errorf("%q gives %q", text, out)
		}
	})
}

// plain is clean for texts of ASCII, and what a Writer takes as plain it does not change.
func TestPlain(t *testing.T) {
	for c := range 256 {
		text := "a" + string([]byte{byte(c)}) + "b"
		if got, want := plain([]byte(text)), c < 0x80 && clean(text, "\n\t"); got != want {
			t.Errorf("plain(%q) = %t", text, got)
		}
	}
	var b strings.Builder
	w := &Writer{W: &b}
	for _, part := range []string{"a\n", "\xc3", "b\xa9", "\x1b", "c\n"} { // a begun character, and what follows
		w.Write([]byte(part))
	}
	w.Flush()
	if want := "a\n\\xc3b\\xa9\\x1bc\n"; b.String() != want {
		t.Errorf("%q, want %q", b.String(), want)
	}
}
