package sem_test

import (
	"slices"
	"testing"

	"flavers/lang"
	"flavers/sem"
)

func TestSchedule(t *testing.T) {
	p, ds := lang.Load("t.tfg", []byte("shared x 0..3\ntask t { x = any; x = 1; event done }"), lang.Options{})
	if ds.HasErrors() {
		t.Fatal(ds.All)
	}
	want := []sem.Choice{{Action: 0, Outcome: 2}, {Action: 1}, {Action: 2}}
	text := sem.FormatSchedule(p, want)
	got, fits, err := sem.ParseSchedule(p, text+"\n")
	if err != nil || !fits || !slices.Equal(got, want) {
		t.Errorf("%s reads as %v, fits %v, %v", text, got, fits, err)
	}
	text = sem.FormatLasso(p, want[:1], want[1:])
	got, loop, fits, err := sem.ParseLasso(p, text)
	if err != nil || !fits || loop != 2 || !slices.Equal(got, want) {
		t.Errorf("%s reads as %v with a loop of %d, fits %v, %v", text, got, loop, fits, err)
	}
	text = sem.FormatLasso(p, nil, want)
	if got, loop, _, err := sem.ParseLasso(p, text); err != nil || loop != 3 || !slices.Equal(got, want) {
		t.Errorf("%s reads as %v with a loop of %d, %v", text, got, loop, err)
	}
	q, _ := lang.Load("t.tfg", []byte("shared x 0..2\ntask t { x = any; x = 1; event done }"), lang.Options{})
	if _, fits, err := sem.ParseSchedule(q, text); fits || err != nil {
		t.Errorf("another program: fits %v, %v", fits, err)
	}
	for _, bad := range []string{"", "0,1", "2:00000000:0", "1:00000000:0,x", "1:00000000:0.", "1:00000000:9", "1:00000000:-1", "1:00000000:0/", "1:00000000:/", "1:00000000:0/1/1", "1:0:1.99999999999"} {
		if _, _, err := sem.ParseSchedule(p, bad); err == nil {
			t.Errorf("%q is taken for a schedule", bad)
		}
	}
}
