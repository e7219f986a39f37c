//go:build integration

package ada_test

import (
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"syscall"
	"testing"
	"time"

	"flavers/lang/ada"
	"flavers/lang/ada/syntax"
)

// TestGNATUnits: the packages of GNAT's run-time library with bodies are lowered, with calls of what they
// declare. Each has a model or diagnostics, in time.
func TestGNATUnits(t *testing.T) {
	bodies, err := filepath.Glob("/usr/lib/gcc/*/*/adainclude/*.adb")
	if err != nil || len(bodies) == 0 {
		t.Skip("GNAT is not installed: apt-get install gnat")
	}
	models, refused := 0, 0
	for _, name := range bodies {
		var files []ada.File
		for _, file := range []string{strings.TrimSuffix(name, ".adb") + ".ads", name} {
			text, err := os.ReadFile(file)
			if err == nil {
				files = append(files, ada.File{Name: file, Text: text})
			}
		}
		if len(files) < 2 {
			continue
		}
		units, _ := syntax.Parse(files[0].Name, files[0].Text)
		if len(units) == 0 || units[0].Decl == nil || units[0].Decl.Kind != syntax.PackageSpec {
			continue
		}
		// Under a name of its own, as what is a part of Ada and GNAT needs no file, and is not looked at.
		old := regexp.MustCompile(`(?i)\b` + regexp.QuoteMeta(units[0].Decl.Name) + `\b`)
		units[0].Decl.Name = "Unit_" + strings.ReplaceAll(units[0].Decl.Name, ".", "_")
		for i := range files {
			files[i].Text = old.ReplaceAll(files[i].Text, []byte(units[0].Decl.Name))
		}
		files = append([]ada.File{{Name: "calls.adb", Text: []byte(calls(units[0].Decl))}}, files...)
		begin := processor()
		if lowered(t, files) {
			models++
		} else {
			refused++
		}
		if used := processor() - begin; used > 20*time.Second {
			t.Errorf("%s takes %v", filepath.Base(name), used)
		}
	}
	t.Logf("%d packages have models, %d have diagnostics", models, refused)
}

// processor is the time of the processor that this process has used.
func processor() time.Duration {
	var u syscall.Rusage
	if err := syscall.Getrusage(syscall.RUSAGE_SELF, &u); err != nil {
		return 0
	}
	return time.Duration(u.Utime.Nano() + u.Stime.Nano())
}

// calls is a program that calls each subprogram of a package once, with variables.
func calls(d *syntax.Decl) string {
	var vars, body strings.Builder
	n := 0
	for _, s := range d.Decls {
		if s.Kind != syntax.Subprogram || strings.HasPrefix(s.Name, `"`) {
			continue
		}
		var args []string
		for _, p := range syntax.Flat(s.Params) {
			if name := syntax.Path(typeName(p.Type)); p.Default == nil && name != "" {
				n++
				fmt.Fprintf(&vars, "   V%d : %s;\n", n, name)
				args = append(args, fmt.Sprintf("%s => V%d", p.Names[0].Name, n))
			}
		}
		call := s.Name
		if len(args) > 0 {
			call += " (" + strings.Join(args, ", ") + ")"
		}
		if r := syntax.Path(typeName(s.Result)); s.Result != nil && r != "" {
			n++
			fmt.Fprintf(&vars, "   V%d : %s;\n", n, r)
			call = fmt.Sprintf("V%d := %s", n, call)
		}
		fmt.Fprintf(&body, "   %s;\n", call)
	}
	return fmt.Sprintf("with %s; use %s;\nprocedure Calls is\n%sbegin\n   null;\n%send Calls;\n", d.Name,
		d.Name, &vars, &body)
}

func typeName(e *syntax.Expr) *syntax.Expr {
	if e == nil {
		return &syntax.Expr{}
	}
	return e
}

// several matches the text of a file with several units.
var several = regexp.MustCompile(`(?m)^package `)

// TestFeaturesCompile: GNAT accepts the programs of testdata/features, with both parts.
func TestFeaturesCompile(t *testing.T) {
	if _, err := exec.LookPath("gcc"); err != nil {
		t.Skip("GNAT is not installed: apt-get install gnat")
	}
	files, err := filepath.Glob("testdata/features/*.adb")
	if err != nil || len(files) == 0 {
		t.Fatal(files, err)
	}
	dirs := []string{t.TempDir(), t.TempDir()}
	for i, part := range []string{"$1", "$2"} {
		args := []string{"-c", "-gnatc", "-gnata", "-gnat2012"}
		for _, file := range files {
			text, err := os.ReadFile(file)
			if err != nil {
				t.Fatal(err)
			}
			text = choice.ReplaceAll(text, []byte(part))
			if several.Match(text) { // gcc takes one unit of a file
				dir := t.TempDir()
				chopped(t, dir, []ada.File{{Name: file, Text: text}})
				bodies, err := filepath.Glob(filepath.Join(dir, "*.adb"))
				if err != nil || len(bodies) < 2 {
					t.Fatal(file, bodies, err)
				}
				tool(t, dir, append([]string{"gcc", "-c", "-gnatc", "-gnata", "-gnat2012"}, bodies...)...)
				continue
			}
			name := filepath.Join(dirs[i], filepath.Base(file))
			if err := os.WriteFile(name, text, 0o644); err != nil {
				t.Fatal(err)
			}
			args = append(args, name)
		}
		cmd := exec.Command("gcc", args...)
		cmd.Dir = dirs[i]
		if out, err := cmd.CombinedOutput(); err != nil {
			t.Errorf("%v\n%s", err, out)
		}
	}
}
