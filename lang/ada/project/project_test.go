package project_test

import (
	"slices"
	"strings"
	"testing"

	"flavers/lang/ada/project"
)

// TestRead: lists of strings are read, and what they depend on otherwise is an error.
func TestRead(t *testing.T) {
	for _, c := range []struct{ text, folders, mains, wrong string }{
		{`project P is end P;`, ".", "", ""},
		{`project P is -- for Main use ("no.adb");
   for Source_Dirs use ("src", "lib/**");
   for Main use ("shop.adb", "night");
   package Compiler is
      for Default_Switches ("Ada") use ("-gnat12");
   end Compiler;
   for Object_Dir use "obj";
end P;`, "src lib/**", "shop.adb night", ""},
		{`project P is for Main use ("a.adb"); for Source_Dirs use ("src/" & Target); end P;`, ".", "a.adb", "source_dirs"},
		{`project P is case X is when "a" => for Source_Dirs use ("a"); end case; end P;`, ".", "", "source_dirs"},
		{`with "other.gpr"; project P is end P;`, ".", "", "another project (with)"},
		{`project P is for Source_Files use ("a.adb"); end P;`, ".", "", "source_files"},
		{`project P is for Main use ("a`, ".", "a", ""},
	} {
		p, list := project.Read("p.gpr", []byte(c.text))
		if got := strings.Join(p.Folders, " "); got != c.folders {
			t.Errorf("%s: folders %q", c.text, got)
		}
		if got := strings.Join(p.Mains, " "); got != c.mains {
			t.Errorf("%s: mains %q", c.text, got)
		}
		var wrong []string
		for _, d := range list.All {
			wrong = append(wrong, d.Message)
		}
		if slices.ContainsFunc(wrong, func(s string) bool { return !strings.HasPrefix(s, c.wrong+" is not") }) || len(wrong) > 0 != (c.wrong != "") {
			t.Errorf("%s: %q, want %q", c.text, wrong, c.wrong)
		}
	}
}
