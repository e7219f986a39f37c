package job_test

import (
	"context"
	"testing"

	"flavers/farm/job"
	"flavers/report"
)

// TestAdaContent: the content of a program in Ada has all its units, wherever they were found, and which procedure is
// the main one.
func TestAdaContent(t *testing.T) {
	sources := map[string][]byte{
		"all.adb": []byte("with Door; procedure In_Time is begin Door.Open; end In_Time;\n" +
			"with Door; procedure Never is begin null; end Never;\n"),
		"lib/odd.1.ads": []byte("package Door is procedure Open; end Door;"),
		"lib/odd.2.adb": []byte("package body Door is\nprocedure Open is begin\n--! event opened\nnull; end Open; end Door;"),
		"all.fsa":       []byte("property opens { existence of opened }"),
	}
	for main, want := range map[string]report.Verdict{"In_Time": report.Holds, "Never": report.Violated} {
		c := job.ContentOf("all.adb:"+main, nil, sources, nil)
		if len(c.Files) != 2 || len(c.Specs) != 1 {
			t.Fatalf("%d files, %d specifications", len(c.Files), len(c.Specs))
		}
		again, err := job.DecodeContent(c.Encode(), c.Hash())
		if err != nil {
			t.Fatal(err)
		}
		j := &job.Job{Kind: job.Check, Content: c.Hash()}
		r := (&job.Runner{}).Run(context.Background(), j, again)
		if r.Failed != "" {
			t.Fatal(r.Failed)
		}
		if got := r.Check.Results[0].Verdict; got != want {
			t.Errorf("%s: %s, want %s", main, got, want)
		}
	}
}
