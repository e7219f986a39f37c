package main

import (
	"bytes"
	"encoding/json"
	"encoding/xml"
	"image/png"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

var statsArgs = []string{"stats", "../../examples/seed_two_tasks.tfg", "../../examples/dining_manager.tfg",
	"../../examples/figure4/cyclic_local.tfg", "--constraints", "var:*.*", "--constraints", "var:*.*,task:*", "--no-times"}

// Every form of three small programs, compared with testdata; -update rewrites.
func TestStatsForms(t *testing.T) {
	for _, format := range []string{"text", "markdown", "csv", "json"} {
		args := append(statsArgs[:len(statsArgs):len(statsArgs)], "--format", format)
		got := runReal("", args...)
		if got.status != 0 || got.err != "" {
			t.Fatalf("%v: status %d\n%s", args, got.status, got.err)
		}
		file := filepath.Join("testdata", "stats."+format)
		if *update {
			if err := os.MkdirAll("testdata", 0o755); err != nil {
				t.Fatal(err)
			}
			if err := os.WriteFile(file, []byte(got.out), 0o644); err != nil {
				t.Fatal(err)
			}
		}
		want, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		if d := cmp.Diff(string(want), got.out); d != "" {
			t.Errorf("%s (-want +got):\n%s", file, d)
		}
	}
}

// The JSON form has the keys that design documents promise.
func TestStatsJSON(t *testing.T) {
	got := runReal("", append(statsArgs[:2:2], "--only", "agree_at_the_end", "--constraints", "var:*", "--format", "json")...)
	var out struct {
		Version int
		Rows    []struct {
			Program, Property  string
			Constraints        []string
			Nodes, MIP         map[string]int
			Tuples, Visits     map[string]int64
			Seconds            map[string]float64
			EliminationSeconds map[string]float64 `json:"elimination_seconds"`
			Verdict            map[string]string
		}
	}
	if err := json.Unmarshal([]byte(got.out), &out); err != nil || out.Version != 1 || len(out.Rows) != 1 {
		t.Fatalf("%v\n%s%s", err, got.out, got.err)
	}
	r := out.Rows[0]
	if d := cmp.Diff([]string{"var:T1.x"}, r.Constraints); d != "" {
		t.Error(d)
	}
	if r.MIP["none"] != 20 || r.MIP["paper"] != 6 || r.MIP["normal"] >= r.MIP["none"] {
		t.Errorf("MIP edges %v, want 20 and, under paper, 6", r.MIP)
	}
	for _, rule := range []string{"none", "paper", "safe", "normal"} {
		if r.Tuples[rule] == 0 || r.Visits[rule] == 0 || r.Seconds[rule] <= 0 || r.Verdict[rule] == "" || r.EliminationSeconds[rule] > r.Seconds[rule] {
			t.Errorf("rule %s: %+v", rule, r)
		}
	}
}

// Plots are what their extension says, and the same for the same numbers.
func TestStatsPlot(t *testing.T) {
	dir := t.TempDir()
	for _, name := range []string{"a.svg", "a.png"} {
		if _, err := exec.LookPath("rsvg-convert"); err != nil && name == "a.png" {
			got := runReal("", append(statsArgs[:len(statsArgs):len(statsArgs)], "--plot", name)...)
			if got.status != 2 || !strings.Contains(got.err, "rsvg-convert") {
				t.Errorf("%+v", got)
			}
			continue
		}
		var first []byte
		for range 2 {
			file := filepath.Join(dir, name)
			if got := runReal("", append(statsArgs[:len(statsArgs):len(statsArgs)], "--plot", file)...); got.status != 0 {
				t.Fatal(got)
			}
			data, err := os.ReadFile(file)
			if err != nil {
				t.Fatal(err)
			}
			if first != nil && !bytes.Equal(first, data) {
				t.Errorf("%s: two runs, two pictures", name)
			}
			first = data
		}
		if name == "a.png" {
			if img, err := png.Decode(bytes.NewReader(first)); err != nil || img.Bounds().Dx() < 400 {
				t.Error(err)
			}
			continue
		}
		text := 0
		for d := xml.NewDecoder(bytes.NewReader(first)); ; {
			tok, err := d.Token()
			if err == io.EOF {
				break
			}
			if err != nil {
				t.Fatal(err)
			}
			if e, ok := tok.(xml.StartElement); ok && e.Name.Local == "text" {
				text++
			}
		}
		if text < 20 || !strings.Contains(string(first), "dining_manager") || !strings.Contains(string(first), "safe") {
			t.Errorf("%d texts, or names are missing", text)
		}
	}
}

func TestStatsCommandLine(t *testing.T) {
	inDir(t, map[string]string{"turns.tfg": turns, "turns.fsa": turnsSpec, "typo.tfg": "program typo\ntask a { entry go; accept og }\n"})
	for _, c := range []struct {
		args     string
		status   int
		out, err string
	}{
		{"stats", 2, "", "at least one PROGRAM"},
		{"stats turns.tfg", 0, "order", ""},
		{"stats turns.tfg --only never --refine none", 0, "with none", ""},
		{"stats turns.tfg --only nevr", 2, "", "never"},
		{"stats turns.tfg --format yaml", 2, "", "one of"},
		{"stats turns.tfg --plot p.pdf", 2, "", ".svg or .png"},
		{"stats turns.tfg --plot no/dir.svg", 2, "", "no such file"},
		{"stats turns.tfg missing.tfg", 2, "", "does not exist"},
		{"stats typo.tfg", 2, "", "accept og"},
		{"stats turns.tfg --constraints task:c", 0, "0 constraints", "no constraint is named"},
		{"stats turns.tfg --max-tuples 1 --format csv", 0, "none", ""},
	} {
		got := runReal("", strings.Fields(c.args)...)
		if got.status != c.status || !strings.Contains(got.out, c.out) || !strings.Contains(got.err, c.err) || c.status == 2 && got.out != "" {
			t.Errorf("%s: %+v", c.args, got)
		}
	}
}
