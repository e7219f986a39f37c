package english

import "testing"

func TestThousands(t *testing.T) {
	for n, want := range map[int64]string{0: "0", 999: "999", 1000: "1,000", 1234567: "1,234,567", -999: "-999", -1000: "-1,000"} {
		if got := Thousands(n); got != want {
			t.Errorf("%d: %s, want %s", n, got, want)
		}
	}
	if a, b, c := Plural(1, "step"), Plural(2000, "step"), Inflected(2, "it is", "they are"); a != "1 step" || b != "2,000 steps" || c != "they are" {
		t.Error(a, b, c)
	}
}
