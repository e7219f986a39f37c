package lsp

// The part of the protocol's types that the server uses, by the names of the
// specification: Language Server Protocol 3.17,
// https://microsoft.github.io/language-server-protocol

import "encoding/json"

type position struct {
	Line      int `json:"line"`
	Character int `json:"character"` // UTF-16 code units
}

type textRange struct {
	Start position `json:"start"`
	End   position `json:"end"`
}

type location struct {
	URI   string    `json:"uri"`
	Range textRange `json:"range"`
}

type textDocument struct {
	URI        string `json:"uri"`
	LanguageID string `json:"languageId,omitempty"`
	Version    int    `json:"version"`
	Text       string `json:"text,omitempty"`
}

type contentChange struct {
	Range *textRange `json:"range"`
	Text  string     `json:"text"`
}

type didOpen struct {
	TextDocument textDocument `json:"textDocument"`
}

type didChange struct {
	TextDocument   textDocument    `json:"textDocument"`
	ContentChanges []contentChange `json:"contentChanges"`
}

// at is a document and, where a request has one, a place in it.
type at struct {
	TextDocument textDocument `json:"textDocument"`
	Position     position     `json:"position"`
}

type referenceParams struct {
	at
	Context struct {
		IncludeDeclaration bool `json:"includeDeclaration"`
	} `json:"context"`
}

type renameParams struct {
	at
	NewName string `json:"newName"`
}

type actionParams struct {
	TextDocument textDocument `json:"textDocument"`
	Range        textRange    `json:"range"`
}

type commandParams struct {
	Command   string            `json:"command"`
	Arguments []json.RawMessage `json:"arguments"`
}

type initializeParams struct {
	Capabilities struct {
		Workspace struct {
			CodeLens struct {
				RefreshSupport bool `json:"refreshSupport"`
			} `json:"codeLens"`
		} `json:"workspace"`
		Window struct {
			WorkDoneProgress bool `json:"workDoneProgress"`
		} `json:"window"`
	} `json:"capabilities"`
	Root    string            `json:"rootUri"`
	Folders []workspaceFolder `json:"workspaceFolders"`
	Options struct {
		Timeout int `json:"timeout"` // seconds
	} `json:"initializationOptions"`
}

type foldersChanged struct {
	Event struct {
		Added   []workspaceFolder `json:"added"`
		Removed []workspaceFolder `json:"removed"`
	} `json:"event"`
}

type workspaceFolder struct {
	URI string `json:"uri"`
}

type diagnostic struct {
	Range    textRange `json:"range"`
	Severity int       `json:"severity"`
	Code     string    `json:"code,omitempty"`
	Source   string    `json:"source"`
	Message  string    `json:"message"`
	Related  []related `json:"relatedInformation,omitempty"`
}

type related struct {
	Location location `json:"location"`
	Message  string   `json:"message"`
}

// Severities of diagnostics.
const (
	severityError = 1 + iota
	severityWarning
	severityInformation
)

type published struct {
	URI         string       `json:"uri"`
	Version     *int         `json:"version,omitempty"`
	Diagnostics []diagnostic `json:"diagnostics"`
}

type textEdit struct {
	Range   textRange `json:"range"`
	NewText string    `json:"newText"`
}

type workspaceEdit struct {
	Changes map[string][]textEdit `json:"changes"`
}

type codeAction struct {
	Title       string        `json:"title"`
	Kind        string        `json:"kind"`
	Diagnostics []diagnostic  `json:"diagnostics,omitempty"`
	Preferred   bool          `json:"isPreferred,omitempty"`
	Edit        workspaceEdit `json:"edit"`
}

type completionList struct {
	IsIncomplete bool             `json:"isIncomplete"`
	Items        []completionItem `json:"items"`
}

type completionItem struct {
	Label      string    `json:"label"`
	Kind       int       `json:"kind"`
	Detail     string    `json:"detail,omitempty"`
	SortText   string    `json:"sortText,omitempty"`
	FilterText string    `json:"filterText,omitempty"`
	TextEdit   *textEdit `json:"textEdit,omitempty"`
}

// Kinds of completion items.
const (
	itemFunction  = 3
	itemVariable  = 6
	itemClass     = 7
	itemProperty  = 10
	itemEnum      = 13
	itemKeyword   = 14
	itemFile      = 17
	itemReference = 18
	itemValue     = 20
	itemConstant  = 21
	itemEvent     = 23
)

type hover struct {
	Contents markup    `json:"contents"`
	Range    textRange `json:"range"`
}

type markup struct {
	Kind  string `json:"kind"` // "markdown"
	Value string `json:"value"`
}

type highlight struct {
	Range textRange `json:"range"`
	Kind  int       `json:"kind"` // 2 read, 3 write
}

type documentSymbol struct {
	Name           string           `json:"name"`
	Detail         string           `json:"detail,omitempty"`
	Kind           int              `json:"kind"`
	Range          textRange        `json:"range"`
	SelectionRange textRange        `json:"selectionRange"`
	Children       []documentSymbol `json:"children,omitempty"`
}

type foldingRange struct {
	StartLine int    `json:"startLine"`
	EndLine   int    `json:"endLine"`
	Kind      string `json:"kind,omitempty"` // "comment"
}

type symbolQuery struct {
	Query string `json:"query"`
}

type symbolInformation struct {
	Name      string   `json:"name"`
	Kind      int      `json:"kind"`
	Location  location `json:"location"`
	Container string   `json:"containerName,omitempty"`
}

type prepared struct {
	Range       textRange `json:"range"`
	Placeholder string    `json:"placeholder"`
}

type codeLens struct {
	Range   textRange `json:"range"`
	Command command   `json:"command"`
}

type command struct {
	Title     string `json:"title"`
	Command   string `json:"command"`
	Arguments []any  `json:"arguments,omitempty"`
}

type progress struct {
	Token string        `json:"token"`
	Value progressValue `json:"value"`
}

type progressValue struct {
	Kind        string `json:"kind"` // "begin", "report", "end"
	Title       string `json:"title,omitempty"`
	Message     string `json:"message,omitempty"`
	Cancellable bool   `json:"cancellable,omitempty"`
}

// Codes of errors.
const (
	notInitialized = -32002
	cancelled      = -32800
	failed         = -32803 // the request is fine, and cannot be done
)
