package petri

import (
	"bytes"
	"math/rand/v2"
	"reflect"
	"strings"
	"testing"
)

// A file as other tools write it: pages, references, graphics, spaces.
const twoPages = `<?xml version="1.0" encoding="UTF-8"?>
<pnml xmlns="http://www.pnml.org/version-2009/grammar/pnml">
 <net id="n1" type="http://www.pnml.org/version-2009/grammar/ptnet">
  <name><text> hand over </text></name>
  <page id="one">
   <place id="full"><name><text>full</text><graphics><offset x="1" y="2"/></graphics></name>
    <initialMarking><text> 3 </text></initialMarking></place>
   <transition id="give"><graphics><position x="0" y="0"/></graphics></transition>
   <arc id="a1" source="full" target="give"><inscription><text>2</text></inscription></arc>
   <arc id="a2" source="give" target="there"/>
   <referencePlace id="there" ref="box"/>
   <page id="inner"><place id="box"/></page>
  </page>
  <page id="two">
   <transition id="take"/>
   <arc id="a3" source="box" target="take"/><arc id="a4" source="take" target="full"/>
  </page>
 </net>
</pnml>`

func TestReadPNML(t *testing.T) {
	n, err := Read(strings.NewReader(twoPages))
	if err != nil {
		t.Fatal(err)
	}
	if len(n.Where) != 2 || n.Where[1].Line != 15 {
		t.Errorf("places %v", n.Where)
	}
	n.Where = nil
	want := New("full", "box")
	want.Name = "hand over"
	want.Places[0].Name = "full"
	want.Mark("full", 3)
	want.Add("give", "full full", "box")
	want.Add("take", "box", "full")
	if !reflect.DeepEqual(n, want) {
		t.Fatalf("read\n%+v\nnot\n%+v", n, want)
	}
	r, err := Search(n, Options{})
	if err != nil || len(r.Dead) != 1 || r.Dead[0] != "full" {
		t.Errorf("%+v, %v", r, err)
	}
}

// What is written is read again.
func TestPNMLRoundTrip(t *testing.T) {
	for seed := range uint64(200) {
		n := random(rand.New(rand.NewPCG(seed, 5)))
		n.Places[0].Name = "a < b & \"c\""
		var b bytes.Buffer
		if err := n.Write(&b); err != nil {
			t.Fatal(err)
		}
		again, err := Read(&b)
		if err != nil {
			t.Fatal(err)
		}
		again.Where = nil
		if !reflect.DeepEqual(n, again) {
			t.Fatalf("seed %d: written %+v\nread %+v", seed, n, again)
		}
	}
}

func TestPNMLErrors(t *testing.T) {
	for want, change := range map[string][2]string{
		"line 19: not well-formed XML: unexpected EOF": {"</pnml>", ""},
		"there is no net":                {twoPages[strings.Index(twoPages, "<net"):strings.Index(twoPages, "</pnml>")], ""},
		"not a place/transition net":     {"grammar/ptnet", "grammar/symmetricnet"},
		`"many" tokens`:                  {" 3 ", "many"},
		`"-1" tokens`:                    {" 3 ", "-1"},
		`"0" tokens`:                     {"<text>2</text>", "<text>0</text>"},
		"not unique":                     {`transition id="take"`, `transition id="give"`},
		"does not connect a place and a": {`target="take"`, `target="full"`},
		"goes around in a circle":        {`ref="box"`, `ref="there"`},
		`is of type "inhibitor"`:         {`<arc id="a3" source="box" target="take"/>`, `<arc id="a3" source="box" target="take"><type value="inhibitor"/></arc>`},
		`this place has no identifier`:   {`<place id="box"/>`, `<place/>`},
	} {
		text := strings.Replace(twoPages, change[0], change[1], 1)
		if text == twoPages {
			t.Fatalf("%q is not in the text", change[0])
		}
		if _, err := Read(strings.NewReader(text)); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("the error is %v, not %s", err, want)
		}
	}
}
