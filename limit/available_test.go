package limit

import (
	"os"
	"path/filepath"
	"testing"
)

func TestAvailable(t *testing.T) {
	for _, c := range []struct {
		name  string
		files map[string]string
		want  int64
	}{
		{"nothing known", nil, 0},
		{"machine only", map[string]string{"proc/meminfo": "MemFree: 1 kB\nMemTotal:   1000 kB\n"}, 1000 << 10},
		{"no limit", map[string]string{"proc/meminfo": "MemTotal: 1000 kB\n", "sys/fs/cgroup/memory.max": "max\n"}, 1000 << 10},
		{"limit at the root", map[string]string{"proc/meminfo": "MemTotal: 1000 kB\n", "sys/fs/cgroup/memory.max": "5000\n"}, 5000},
		{"limit above the machine", map[string]string{"proc/meminfo": "MemTotal: 1 kB\n", "sys/fs/cgroup/memory.max": "5000\n"}, 1024},
		{"limit of a parent group", map[string]string{
			"proc/self/cgroup":               "0::/a/b\n",
			"sys/fs/cgroup/a/b/memory.max":   "max\n",
			"sys/fs/cgroup/a/memory.max":     "700\n",
			"sys/fs/cgroup/other/memory.max": "5\n",
		}, 700},
		{"version 1", map[string]string{
			"proc/self/cgroup": "5:cpu:/x\n4:memory:/m\nrubbish\n",
			"sys/fs/cgroup/memory/m/memory.limit_in_bytes": "800\n",
			"sys/fs/cgroup/memory/memory.limit_in_bytes":   "9223372036854771712\n",
		}, 800},
		{"rubbish", map[string]string{"proc/meminfo": "MemTotal: x kB\n", "sys/fs/cgroup/memory.max": "-3"}, 0},
	} {
		root := t.TempDir()
		for name, text := range c.files {
			path := filepath.Join(root, name)
			if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
				t.Fatal(err)
			}
			if err := os.WriteFile(path, []byte(text), 0o644); err != nil {
				t.Fatal(err)
			}
		}
		if got := Available(root); got != c.want {
			t.Errorf("%s: %d, want %d", c.name, got, c.want)
		}
	}
}
