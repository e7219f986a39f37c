package flags

import (
	"testing"
)

func TestSize(t *testing.T) {
	for text, want := range map[string]int64{
		"0": 0, "17": 17, "4GiB": 4 << 30, "4gib": 4 << 30, "4G": 4 << 30, "4GB": 4e9, "1.5 KiB": 1536, "2T": 2 << 40, "512MiB": 512 << 20,
	} {
		var s Size
		if err := s.Set(text); err != nil || s.bytes != want || !s.given {
			t.Errorf("%s: %+v, %v, want %d", text, s, err, want)
		}
	}
	for _, text := range []string{"", "-1", "GiB", "4 GiB extra", "0x10", "9e9", "99999999999TiB", "4PiB", "..5K", "1e999"} {
		var s Size
		if err := s.Set(text); err == nil {
			t.Errorf("%q is accepted as %+v", text, s)
		}
	}
}
