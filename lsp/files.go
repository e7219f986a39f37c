package lsp

// This file has the files of a session: the texts that the editor holds, the files on the disk, and which program a
// specification is about.

import (
	"context"
	"crypto/sha256"
	"fmt"
	"net/url"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"flavers/automata/fsa"
	"flavers/internal/source"
	"flavers/lang"
	"flavers/lang/parts"
	"flavers/lang/symbols"
)

// document is a text that the editor holds. It is replaced, never changed.
type document struct {
	uri     string
	path    string
	version int
	*text
}

// pathOf returns the path of a file URI. It returns any other URI as it is: no file on the disk has such a path.
func pathOf(uri string) string {
	u, err := url.Parse(uri)
	if err != nil || u.Scheme != "file" {
		return uri
	}
	path := u.Path
	if len(path) > 2 && path[0] == '/' && path[2] == ':' { // /c:/x
		path = path[1:]
	}
	return filepath.Clean(filepath.FromSlash(path))
}

// uriOf returns the URI of a path. If the editor holds the file, the URI is spelt as the editor spells it.
func (v *view) uriOf(path string) string {
	if d := v.held[path]; d != nil {
		return d.uri
	}
	path = filepath.ToSlash(path)
	if !strings.HasPrefix(path, "/") {
		path = "/" + path
	}
	return (&url.URL{Scheme: "file", Path: path}).String()
}

// view is a picture of all texts that the editor holds at one time. It belongs to one request, and changes only by what
// it remembers of the disk.
type view struct {
	number int // of two views of a session, the one with the higher number is newer

	held map[string]*document // by path: the texts that the editor holds

	// What the view remembers of the disk, and of what was made from it.
	disk map[string]*text          // by path; nil if the file cannot be read
	made map[string]*symbols.Index // by path
	own  map[string][]string       // by program: its specifications

	adaMains map[string][]string // by folder: the main procedures there
	adaUnits map[string][]string // by program: the files that it is made from

	memory int64 // bytes that the process may have while a program is read; 0 means no limit
}

// newView returns a view without texts of the editor, which remembers nothing of the disk yet.
func newView(disk map[string]*text) *view {
	return &view{held: map[string]*document{}, disk: disk, made: map[string]*symbols.Index{}, own: map[string][]string{},
		adaMains: map[string][]string{}, adaUnits: map[string][]string{}}
}

// view returns a picture of the texts that the editor holds now.
func (s *server) view() *view {
	s.mu.Lock()
	defer s.mu.Unlock()
	v := newView(map[string]*text{})
	s.views++
	v.number, v.memory = s.views, s.opt.Memory
	for path, d := range s.open {
		v.held[path] = d
	}
	return v
}

const maxFile = 8 << 20 // bytes; larger ones on the disk are left alone

// read returns the text of a file, or nil if there is no such file.
func (v *view) read(path string) *text {
	if d := v.held[path]; d != nil {
		return d.text
	}
	if t, ok := v.disk[path]; ok {
		return t
	}
	var t *text
	if info, err := os.Stat(path); err == nil && info.Mode().IsRegular() && info.Size() <= maxFile {
		if src, err := os.ReadFile(path); err == nil {
			t = newText([]byte(strings.TrimPrefix(string(src), "\uFEFF")))
		}
	}
	v.disk[path] = t
	return t
}

// index returns the symbols of a file. The index is empty if there is no such file.
func (v *view) index(path string) *symbols.Index {
	if x, ok := v.made[path]; ok {
		return x
	}
	x := &symbols.Index{}
	if t := v.read(path); t != nil {
		x = indexOf(path, t.src)
	}
	v.made[path] = x
	return x
}

func indexOf(path string, src []byte) *symbols.Index {
	if isSpec(path) {
		return fsa.Index(path, src)
	}
	return lang.Index(path, src)
}

func isSpec(path string) bool { return filepath.Ext(path) == ".fsa" }

func isProgram(path string) bool { return filepath.Ext(path) == ".tfg" || parts.Ada(path) }

// reader returns a reader that finds the texts of the view where the command would read files.
func (v *view) reader(ctx context.Context) *source.Reader {
	r := &source.Reader{Languages: source.AllLanguages(), Ctx: ctx, Standard: strings.NewReader(""), Stage: new(string),
		Late:    new(bool),
		Sources: map[string][]byte{}, Held: map[string][]byte{}}
	for path, d := range v.held {
		r.Held[path] = d.src
	}
	return r
}

// specsOf returns the specifications of a program, found as the command finds them.
func (v *view) specsOf(program string) []string {
	out, known := v.own[program]
	t := v.read(parts.File(program))
	if known || t == nil {
		return out
	}
	files, _ := v.reader(context.Background()).OwnSpecs(program, t.src)
	for _, f := range files {
		if path := filepath.Clean(f.Name); !slices.Contains(out, path) {
			out = append(out, path)
		}
	}
	v.own[program] = out
	return out
}

// maxNeighbours bounds how many programs are read to find those that a specification belongs to.
const maxNeighbours = 300

// programsOf returns the programs that a file is a specification of. It looks at the programs that the editor holds,
// and at those in the folder of the file and the two folders above. A program with the name of the file comes first.
func (v *view) programsOf(spec string) []string {
	var near []string
	for path := range v.held {
		near = append(near, path)
	}
	folder := filepath.Dir(spec)
	for range 3 {
		entries, err := os.ReadDir(folder)
		if err != nil {
			break
		}
		for _, e := range entries {
			near = append(near, filepath.Join(folder, e.Name()))
		}
		folder = filepath.Dir(folder)
	}
	near = slices.DeleteFunc(near, func(path string) bool { return !isProgram(path) })
	slices.Sort(near)
	near = slices.Compact(near)
	for _, ext := range []string{".adb", ".tfg"} {
		own := strings.TrimSuffix(spec, ".fsa") + ext
		if i := slices.Index(near, own); i > 0 {
			near = slices.Insert(slices.Delete(near, i, i+1), 0, own)
		}
	}
	var out []string
	for _, path := range near[:min(len(near), maxNeighbours)] {
		switch {
		case !slices.Contains(v.specsOf(path), spec):
		case !parts.Ada(path):
			out = append(out, path)
		default:
			for _, main := range v.mains(filepath.Dir(path)) {
				if parts.File(main) == path {
					out = append(out, main)
				}
			}
		}
	}
	return out
}

// subjects returns the programs that a file belongs to: the file itself if it is a program, or the programs that a
// specification is about.
func (v *view) subjects(path string) []string {
	switch {
	case parts.Ada(path):
		return v.programsWith(path)
	case isProgram(path):
		return []string{path}
	case isSpec(path):
		return v.programsOf(path)
	}
	return nil
}

// texts returns a string that stands for the texts of a program and its specifications: equal texts have equal strings.
func (v *view) texts(program string) string {
	h := sha256.New()
	for _, file := range append(v.units(program), v.specsOf(program)...) {
		if t := v.read(file); t != nil {
			fmt.Fprintf(h, "%q %d\n%s", file, len(t.src), t.src)
		}
	}
	return string(h.Sum(nil))
}
