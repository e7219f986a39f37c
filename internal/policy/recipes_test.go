package policy

// Recipes: package docs say "To add X: ..." and name every place that has to
// change. Here each file, directory, package and identifier that a recipe names
// has to exist.

import (
	"go/ast"
	"go/parser"
	"go/token"
	"path"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"
)

// source is a directory of Go files: what a recipe in its package doc can name.
type source struct {
	dir      string
	docs     []string          // its comments
	declared map[string]bool   // names of functions, methods, types, fields, variables and constants, those of tests too
	imports  map[string]string // by name: the path
}

// loaded are the directories that were read: several recipes name the same ones.
var loaded = map[string]*source{}

func load(t *testing.T, dir string) *source {
	t.Helper()
	if s := loaded[dir]; s != nil {
		return s
	}
	s := &source{dir: dir, declared: map[string]bool{}, imports: map[string]string{}}
	loaded[dir] = s
	files, err := filepath.Glob(filepath.Join("../..", dir, "*.go"))
	if err != nil {
		t.Fatal(err)
	}
	for _, name := range files {
		file, err := parser.ParseFile(token.NewFileSet(), name, nil, parser.ParseComments)
		if err != nil {
			t.Fatal(err)
		}
		for _, group := range file.Comments {
			s.docs = append(s.docs, group.Text())
		}
		for _, spec := range file.Imports {
			if to, err := strconv.Unquote(spec.Path.Value); err == nil {
				s.imports[path.Base(to)] = to
			}
		}
		ast.Inspect(file, func(n ast.Node) bool {
			var names []*ast.Ident
			switch n := n.(type) {
			case *ast.FuncDecl:
				names = []*ast.Ident{n.Name}
			case *ast.TypeSpec:
				names = []*ast.Ident{n.Name}
			case *ast.ValueSpec:
				names = n.Names
			case *ast.Field:
				names = n.Names
			case *ast.AssignStmt:
				for _, x := range n.Lhs {
					if id, ok := x.(*ast.Ident); ok && n.Tok == token.DEFINE {
						names = append(names, id)
					}
				}
			}
			for _, id := range names {
				s.declared[id.Name] = true
			}
			return true
		})
	}
	return s
}

// step begins a list of the steps of a recipe.
var step = regexp.MustCompile(`^\d+\. `)

// recipes are the paragraphs of comments that begin with "To add", with the lists of steps that follow them, each on one
// line.
func (s *source) recipes() []string {
	var out []string
	for _, doc := range s.docs {
		inRecipe := false
		for _, paragraph := range strings.Split(doc, "\n\n") {
			text := strings.Join(strings.Fields(paragraph), " ")
			switch inList := step.MatchString(text); {
			case strings.HasPrefix(text, "To add "):
				out, inRecipe = append(out, text), true
			case inRecipe && inList:
				out[len(out)-1] += " " + text
			default:
				inRecipe = false
			}
		}
	}
	return out
}

var (
	// a file, or a path with a slash
	filePattern      = regexp.MustCompile(`[\w/*]+\.(?:go|md|txt|json)\b|\b\w+(?:/\w+)+\b`)
	packagePattern   = regexp.MustCompile(`\bpackage ([a-z][a-z/]*[a-z])\b`)
	qualifiedPattern = regexp.MustCompile(`\b([A-Za-z]\w*)\.([A-Za-z]\w*)\b`)
	// with a capital inside
	namePattern = regexp.MustCompile(`\b(?:[a-z]\w*[A-Z]\w*|[A-Z]\w*[a-z]\w*[A-Z]\w*)\b`)
	saidPattern = regexp.MustCompile(`(?:\b(?:implements|method of|method|table|function) |\*)([a-z]\w+)\b|\b([a-z]\w+)(?:\(\*|'s switch)`) // said to be one
	notNames    = []string{"in", "of", "and", "that", "with", "for", "is", "has", "go"}
)

// wrong lists what a recipe in the package doc of s names and does not exist.
func (s *source) wrong(t *testing.T, recipe string) []string {
	var out []string
	exists := func(name string) bool {
		found, err := filepath.Glob(filepath.Join("../..", name))
		return err == nil && len(found) > 0
	}
	known := []*source{s} // whose identifiers it may name: its own, those of its imports and of the places that it names
	for _, to := range s.imports {
		if dir, ours := strings.CutPrefix(to, "flavers/"); ours {
			known = append(known, load(t, dir))
		}
	}
	text := recipe
	for _, name := range filePattern.FindAllString(recipe, -1) {
		if path.Base(name) == strings.ToUpper(path.Base(name)) { // lang/NAME
			name = path.Dir(name)
		}
		switch {
		case exists(path.Join(s.dir, name)):
		case !exists(name):
			out = append(out, name)
		case path.Ext(name) == ".go":
			known = append(known, load(t, path.Dir(name)))
		case path.Ext(name) == "":
			known = append(known, load(t, name))
		}
		text = strings.Replace(text, name, "", 1)
	}
	for _, m := range packagePattern.FindAllStringSubmatch(text, -1) {
		if _, ok := allowed[m[1]]; !ok {
			out = append(out, "package "+m[1])
		} else {
			known = append(known, load(t, m[1]))
		}
	}
	declared := func(name string) bool {
		return slices.ContainsFunc(known, func(k *source) bool { return k.declared[name] })
	}
	for _, m := range qualifiedPattern.FindAllStringSubmatch(text, -1) {
		to, imported := s.imports[m[1]]
		foreign := imported && !strings.HasPrefix(to, "flavers/")
		isPackage := imported || slices.ContainsFunc(known, func(k *source) bool { return path.Base(k.dir) == m[1] })
		if !foreign && (!isPackage && !declared(m[1]) || !declared(m[2])) {
			out = append(out, m[0])
		}
	}
	text = qualifiedPattern.ReplaceAllString(text, "")
	names := namePattern.FindAllString(text, -1)
	for _, m := range saidPattern.FindAllStringSubmatch(text, -1) {
		if name := m[1] + m[2]; !slices.Contains(notNames, name) {
			names = append(names, name)
		}
	}
	for _, name := range names {
		if !declared(name) && !slices.Contains(out, name) {
			out = append(out, name)
		}
	}
	return out
}

// TestRecipes holds the recipes of all packages to the code.
func TestRecipes(t *testing.T) {
	count := 0
	for pkg := range allowed {
		s := load(t, pkg)
		for _, recipe := range s.recipes() {
			count++
			if bad := s.wrong(t, recipe); len(bad) > 0 {
				t.Errorf("%s names what does not exist: %q\n%s", pkg, bad, recipe)
			}
		}
	}
	if count < 20 {
		t.Errorf("only %d recipes found", count)
	}
}

// TestRecipesAreChecked: what recipes might say, and what of it is wrong here.
func TestRecipesAreChecked(t *testing.T) {
	s := load(t, "automata/fsa")
	for recipe, want := range map[string][]string{
		"To add a form: 1. its tree in syntax.go, 2. warnUnreachable and the type Environment, 3. docs/specifications.md.": nil,
		"To add a form: package automata, scope.go":                                                               {"scope.go"},
		"To add a form: a ScopedPattern, automata.Spec, automata/scope.go, automata/monitor, testdata/errors.txt": nil,
		"To add a form: parse_none.go and automata/none.go; automata/none, docs/none.md; package none":            {"parse_none.go", "automata/none.go", "automata/none", "docs/none.md", "package none"},
		"To add a form: parseNone, NoSuchType, automata.NoSpec, nobody.Spec":                                      {"automata.NoSpec", "nobody.Spec", "parseNone", "NoSuchType"},
		"To add a form: a type that implements nothing, a line in the table forms in parse.go":                    {"nothing", "forms"},
		"To add a form: a method of resolver, and a method walk(*reader) of it":                                   {"walk"},
	} {
		if got := s.wrong(t, recipe); !slices.Equal(got, want) {
			t.Errorf("%s\ngot  %q\nwant %q", recipe, got, want)
		}
	}
}
