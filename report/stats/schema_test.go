package stats

import (
	"bytes"
	"flavers/internal/golden"
	"flavers/report"
	"os"
	"strings"
	"testing"
)

func statsText(t *testing.T, s *Report) string {
	t.Helper()
	var b bytes.Buffer
	if err := s.WriteJSON(&b); err != nil {
		t.Fatal(err)
	}
	return b.String()
}

// What stats writes, of made-up rows with every key and of the programs that the
// command's own test runs, is as the schema says.
func TestStatsMatchesSchema(t *testing.T) {
	s := golden.Schema(t, "../../docs/schema/stats.schema.json")
	command, err := os.ReadFile("../../cmd/flavers/testdata/stats.json")
	if err != nil {
		t.Fatal(err)
	}
	if rows := bytes.Count(command, []byte(`"program"`)); rows < 5 {
		t.Errorf("the command's output has %d rows", rows)
	}
	empty := &Report{}
	empty.Sum()
	for name, text := range map[string]string{"measured": statsText(t, measured()), "empty": statsText(t, empty), "command": string(command)} {
		for _, p := range s.Problems(t, []byte(text)) {
			t.Errorf("%s: %s", name, p)
		}
	}
	// Every key of the schema occurs.
	for _, def := range s.Defs {
		for key := range def.Properties {
			if !strings.Contains(statsText(t, measured()), `"`+key+`":`) {
				t.Errorf("no output has the key %s", key)
			}
		}
	}
	for _, limit := range []report.Limit{report.LimitTuples, report.LimitTime, report.LimitMemory, report.LimitDepth, report.LimitInterrupt, report.LimitSize} {
		m := measured()
		m.Rows[1].Limit[0] = limit
		if p := s.Problems(t, []byte(statsText(t, m))); len(p) > 0 {
			t.Error(p)
		}
	}
}

func TestStatsSchemaRejects(t *testing.T) {
	s := golden.Schema(t, "../../docs/schema/stats.schema.json")
	good := statsText(t, measured())
	for _, c := range []struct{ old, new, want string }{
		{`"paper": 800`, `"paper": -1`, "-1 < 0"},
		{`"none": "tuples"`, `"none": "patience"`, "is not one of"},
		{`"normal": "violated"`, `"normal": "perhaps"`, "is not one of"},
		{`"form": "early"`, `"former": "early"`, "key form is missing"},
		{`"version": 1`, `"version": 2`, "is not 1"},
		{`"limited": 1`, `"limited": 1.5`, "is no integer"},
	} {
		text := strings.Replace(good, c.old, c.new, 1)
		if text == good {
			t.Errorf("%s does not occur", c.old)
			continue
		}
		if p := strings.Join(s.Problems(t, []byte(text)), "\n"); !strings.Contains(p, c.want) {
			t.Errorf("%s -> %s: problems %q, want %q", c.old, c.new, p, c.want)
		}
	}
}
