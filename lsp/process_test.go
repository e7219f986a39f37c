//go:build integration

package lsp

// The server as a process, and with the clients and tools of editors: the JSON-RPC
// library of VS Code, its package tool and its highlighter, and Vim.

import (
	"archive/zip"
	"context"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"
)

// built builds the command flavers.
func built(t *testing.T) string {
	t.Helper()
	bin := filepath.Join(t.TempDir(), "flavers")
	if out, err := exec.Command("go", "build", "-o", bin, "flavers/cmd/flavers").CombinedOutput(); err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	return bin
}

// TestProcess is the script of TestSession with a process.
func TestProcess(t *testing.T) {
	cmd := exec.Command(built(t), "lsp")
	in, err1 := cmd.StdinPipe()
	out, err2 := cmd.StdoutPipe()
	var errs strings.Builder
	cmd.Stderr = &errs
	if err3 := cmd.Start(); err1 != nil || err2 != nil || err3 != nil {
		t.Fatal(err1, err2, err3)
	}
	end := sync.OnceValue(func() error { // a server that does not end would keep the client waiting
		stop := time.AfterFunc(time.Minute, func() { _ = cmd.Process.Kill() })
		defer stop.Stop()
		return cmd.Wait()
	})
	c := connect(t, out, in, turns)
	t.Cleanup(func() { _ = cmd.Process.Kill(); _ = end() })
	c.begin()
	script(t, c)
	if err := end(); err != nil || errs.Len() > 0 {
		t.Errorf("%v\n%s", err, errs.String())
	}
}

// in runs a command in a folder.
func in(t *testing.T, dir string, name string, args ...string) (string, error) {
	ctx, end := context.WithTimeout(t.Context(), 5*time.Minute)
	defer end()
	cmd := exec.CommandContext(ctx, name, args...)
	cmd.Dir = dir
	out, err := cmd.CombinedOutput()
	return string(out), err
}

// talk is a client with the JSON-RPC library of VS Code.
const talk = `
const rpc = require("vscode-jsonrpc/node");
const { spawn } = require("child_process");
const server = spawn(process.argv[2], ["lsp"], { stdio: ["pipe", "pipe", "inherit"] });
const c = rpc.createMessageConnection(new rpc.StreamMessageReader(server.stdout), new rpc.StreamMessageWriter(server.stdin));
const uri = "file:///nowhere/p.tfg";
c.onNotification("textDocument/publishDiagnostics", async (p) => {
  if (p.diagnostics.length === 0) return;
  console.log(p.diagnostics[0].message.split("\n")[1]);
  await c.sendRequest("shutdown");
  c.sendNotification("exit");
});
server.on("exit", (status) => { console.log("status", status); process.exit(0); });
c.listen();
c.sendRequest("initialize", { processId: process.pid, rootUri: null, capabilities: {} }).then((r) => {
  console.log(r.capabilities.positionEncoding);
  c.sendNotification("initialized", {});
  c.sendNotification("textDocument/didOpen", { textDocument: { uri, languageId: "tfg", version: 1, text: "task t { evnt a }\n" } });
});
`

// shine prints the scopes of words with the highlighter of VS Code.
const shine = `
const fs = require("fs"), path = require("path");
const tm = require("vscode-textmate"), onig = require("vscode-oniguruma");
const wasm = fs.readFileSync(path.join(path.dirname(require.resolve("vscode-oniguruma")), "onig.wasm")).buffer;
const lib = onig.loadWASM(wasm).then(() => ({ createOnigScanner: (p) => new onig.OnigScanner(p), createOnigString: (s) => new onig.OnigString(s) }));
const registry = new tm.Registry({ onigLib: lib, loadGrammar: async (scope) => {
  const file = "syntaxes/" + scope.replace("source.", "") + ".tmLanguage.json";
  return tm.parseRawGrammar(fs.readFileSync(file, "utf8"), file);
} });
(async () => {
  for (const [scope, line] of [["source.tfg", "task go[i in 0..1] { event eat(i) // note"], ["source.fsa", 'property p { "lock door" responds to eat(0) }']]) {
    const g = await registry.loadGrammar(scope);
    for (const t of g.tokenizeLine(line, tm.INITIAL).tokens) {
      const text = line.slice(t.startIndex, t.endIndex).trim();
      if (t.scopes.length > 1 && text) console.log(text, t.scopes[t.scopes.length - 1]);
    }
  }
})();
`

// TestExtension packages the extension, and runs the libraries that it rests on. The
// manifest, the grammars and the snippets are looked at by TestManifest, TestKeywords
// and TestSnippets, which need nothing.
func TestExtension(t *testing.T) {
	dir := t.TempDir()
	if err := os.CopyFS(dir, os.DirFS("../editors/vscode")); err != nil {
		t.Fatal(err)
	}
	for _, tool := range []string{"node", "npm"} {
		if _, err := exec.LookPath(tool); err != nil {
			t.Skipf("not done: packaging, highlighting and a client in JavaScript: no %s", tool)
		}
	}
	if out, err := in(t, dir, "npm", "install", "--no-audit", "--no-fund", "--ignore-scripts"); err != nil {
		t.Skipf("not done: packaging, highlighting and a client in JavaScript: npm has no packages: %v\n%s", err, out)
	}
	if out, err := in(t, dir, "npm", "run", "package", "--", "-o", "x.vsix"); err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	z, err := zip.OpenReader(filepath.Join(dir, "x.vsix"))
	if err != nil {
		t.Fatal(err)
	}
	defer z.Close()
	var names []string
	for _, f := range z.File {
		names = append(names, f.Name)
	}
	for _, want := range []string{"extension/package.json", "extension/extension.js", "extension/syntaxes/tfg.tmLanguage.json",
		"extension/snippets/fsa.json", "extension/node_modules/vscode-languageclient/package.json"} {
		if !slices.Contains(names, want) {
			t.Errorf("the package has no %s", want)
		}
	}
	for name, text := range map[string]string{"talk.js": talk, "shine.js": shine} {
		if err := os.WriteFile(filepath.Join(dir, name), []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	out, err := in(t, dir, "node", "talk.js", built(t))
	if want := "utf-16\nhint: did you mean \"event\"?\nstatus 0\n"; err != nil || out != want {
		t.Errorf("%v: the client says\n%s", err, out)
	}
	if out, err := in(t, dir, "npm", "install", "--no-save", "--no-audit", "--no-fund", "--ignore-scripts", "vscode-textmate@9", "vscode-oniguruma@2"); err != nil {
		t.Skipf("not done: highlighting: %v\n%s", err, out)
	}
	out, err = in(t, dir, "node", "shine.js")
	for _, want := range []string{"task storage.type.tfg\n", "go entity.name.type.tfg\n", "in keyword.control.tfg\n", "event keyword.other.tfg\n",
		"eat entity.name.tag.tfg\n", "// note comment.line.double-slash.flavers\n", "property storage.type.fsa\n", "lock door string.quoted.double.fsa\n",
		"responds keyword.other.fsa\n"} {
		if err != nil || !strings.Contains(out, want) {
			t.Errorf("%v: no %q in\n%s", err, want, out)
		}
	}
}

// TestVim: Vim knows the files, and highlights them.
func TestVim(t *testing.T) {
	if _, err := exec.LookPath("vim"); err != nil {
		t.Skip("not done: Vim is not installed")
	}
	folder, err := filepath.Abs("../editors/vim")
	if err != nil {
		t.Fatal(err)
	}
	dir := t.TempDir()
	for file, text := range map[string]string{"p.tfg": "task t { event a } // note\n", "p.fsa": "property p { \"lock door\" precedes a }\n"} {
		if err := os.WriteFile(filepath.Join(dir, file), []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	for _, c := range []struct{ file, column, want string }{
		{"p.tfg", "1", "tfgType"}, {"p.tfg", "10", "tfgOperation"}, {"p.tfg", "20", "tfgComment"},
		{"p.fsa", "1", "fsaDeclaration"}, {"p.fsa", "16", "fsaString"}, {"p.fsa", "26", "fsaPattern"},
	} {
		out, err := in(t, dir, "vim", "-Nu", "NONE", "-i", "NONE", "-n", "-es", "--cmd", "set runtimepath^="+folder, "-c", "filetype plugin on", "-c", "syntax on",
			"-c", "edit "+c.file, "-c", "call writefile([synIDattr(synID(1, "+c.column+", 1), 'name')], 'group')", "-c", "qall!")
		group, _ := os.ReadFile(filepath.Join(dir, "group"))
		if strings.TrimSpace(string(group)) != c.want {
			t.Errorf("%s, column %s: %q, not %s (%v %s)", c.file, c.column, group, c.want, err, out)
		}
	}
}
