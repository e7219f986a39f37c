// Package ways has functions in which the standard library calls code of the package, or hands out objects of it. Every
// run of each ends in "all goroutines are asleep", but for those of Right.., which end.
package ways

import (
	"bufio"
	"bytes"
	"database/sql/driver"
	"encoding"
	"encoding/gob"
	"encoding/json"
	"encoding/xml"
	"errors"
	"flag"
	"fmt"
	"html/template"
	"io"
	"log"
	"log/slog"
	"os"
	"slices"
	"sort"
	"strings"
	texttemplate "text/template"
)

// Methods that never return.

type stringer struct{ N int }

func (stringer) String() string { select {} }

type goStringer struct{ N int }

func (goStringer) GoString() string { select {} }

type formatter struct{ N int }

func (formatter) Format(fmt.State, rune) { select {} }

type failure struct{ N int }

func (failure) Error() string { select {} }

type scanner struct{ N int }

func (*scanner) Scan(fmt.ScanState, rune) error { select {} }

type text struct{ N int }

func (text) MarshalText() ([]byte, error)      { select {} }
func (*text) UnmarshalText([]byte) error       { select {} }
func (text) AppendText([]byte) ([]byte, error) { select {} }

type binary struct{ N int }

func (binary) MarshalBinary() ([]byte, error) { select {} }
func (*binary) UnmarshalBinary([]byte) error  { select {} }

type jsonValue struct{ N int }

func (jsonValue) MarshalJSON() ([]byte, error) { select {} }
func (*jsonValue) UnmarshalJSON([]byte) error  { select {} }

type xmlValue struct{ N int }

func (xmlValue) MarshalXML(*xml.Encoder, xml.StartElement) error    { select {} }
func (*xmlValue) UnmarshalXML(*xml.Decoder, xml.StartElement) error { select {} }

type xmlAttr struct{ N int }

func (xmlAttr) MarshalXMLAttr(xml.Name) (xml.Attr, error) { select {} }
func (*xmlAttr) UnmarshalXMLAttr(xml.Attr) error          { select {} }

type gobValue struct{ N int }

func (gobValue) GobEncode() ([]byte, error) { select {} }
func (*gobValue) GobDecode([]byte) error    { select {} }

type logValue struct{ N int }

func (logValue) LogValue() slog.Value { select {} }

type reader struct{ N int }

func (reader) Read([]byte) (int, error) { select {} }

type writer struct{ N int }

func (writer) Write([]byte) (int, error) { select {} }

type writerTo struct{ strings.Reader }

func (*writerTo) WriteTo(io.Writer) (int64, error) { select {} }

type readerFrom struct{ bytes.Buffer }

func (*readerFrom) ReadFrom(io.Reader) (int64, error) { select {} }

type xmlField struct{ A xmlValue }

type xmlAttrs struct {
	A xmlAttr `xml:",attr"`
}

type gobField struct{ A gobValue }

type zeroer struct{ N int }

func (zeroer) IsZero() bool { select {} }

type nested struct{ S stringer }

type deep struct{ A struct{ B *[]stringer } }

type embedded struct{ stringer }

type hidden struct{ s stringer }

func FmtPrintln()      { fmt.Println(stringer{}) }
func FmtTwo()          { fmt.Println(1, stringer{}) }
func FmtMap()          { fmt.Println(map[string]stringer{"a": {}}) }
func FmtMapKey()       { fmt.Println(map[stringer]int{{}: 1}) }
func FmtSlice()        { fmt.Println([]stringer{{}}) }
func FmtArray()        { fmt.Println([1]stringer{}) }
func FmtField()        { fmt.Println(nested{}) }
func FmtPointerField() { fmt.Println(&nested{}) }
func FmtPointerSlice() { fmt.Println(&[]stringer{{}}) }
func FmtPointerMap()   { fmt.Println(&map[int]stringer{1: {}}) }
func FmtEmbedded()     { fmt.Println(embedded{}) }
func FmtAny()          { fmt.Println([]any{stringer{}}) }
func FmtAnyMap()       { fmt.Println(map[string]any{"a": []any{nested{}}}) }
func FmtPointerInSlice() {
	fmt.Println([]*stringer{{}})
}
func FmtSprintf()  { _ = fmt.Sprintf("%v", stringer{}) }
func FmtQuoted()   { _ = fmt.Sprintf("%q", []stringer{{}}) }
func FmtHex()      { _ = fmt.Sprintf("%x", nested{}) }
func FmtGo()       { _ = fmt.Sprintf("%#v", goStringer{}) }
func FmtGoDeep()   { _ = fmt.Sprintf("%#v", map[string][]goStringer{"a": {{}}}) }
func FmtFormat()   { _ = fmt.Sprint(formatter{}) }
func FmtFormatIn() { _ = fmt.Sprint([]formatter{{}}) }
func FmtError()    { _ = fmt.Sprint(failure{}) }
func FmtErrorf()   { _ = fmt.Errorf("x: %w", failure{}) }
func FmtAppend()   { _ = fmt.Appendf(nil, "%v", nested{}) }
func FmtFprint()   { fmt.Fprint(writer{}, 1) }
func FmtSscan()    { fmt.Sscan("x", &scanner{}) }
func FmtSscanf()   { fmt.Sscanf("x", "%v", &scanner{}) }
func FmtFscan()    { fmt.Fscan(strings.NewReader("x"), &scanner{}) }
func FmtFscanln()  { var s scanner; fmt.Fscanln(strings.NewReader("x"), &s) }
func FmtFrom()     { var n int; fmt.Fscan(reader{}, &n) }

func LogPrint()   { log.Print(stringer{}) }
func LogPrintf()  { log.Printf("%v", map[int]stringer{1: {}}) }
func LogPanic()   { log.Panic(stringer{}) }
func LogFatal()   { log.Fatal(nested{}) }
func LogWriter()  { log.New(writer{}, "", 0).Print("x") }
func LogSet()     { l := log.New(io.Discard, "", 0); l.SetOutput(writer{}); l.Println("x") }
func LogDefault() { log.SetOutput(writer{}); log.Print("x") }

func SlogInfo() { slog.New(slog.NewTextHandler(os.Stderr, nil)).Info("x", "a", logValue{}) }
func SlogText() { slog.New(slog.NewTextHandler(os.Stderr, nil)).Info("x", "a", text{}) }
func SlogAny()  { slog.New(slog.NewTextHandler(os.Stderr, nil)).Info("x", slog.Any("a", stringer{})) }
func SlogGroup() {
	slog.New(slog.NewTextHandler(os.Stderr, nil)).Info("x", slog.Group("g", "a", nested{}))
}
func SlogWith()  { slog.New(slog.NewTextHandler(os.Stderr, nil)).With("a", logValue{}).Info("x") }
func SlogJSON()  { slog.New(slog.NewJSONHandler(os.Stderr, nil)).Info("x", "a", jsonValue{}) }
func SlogWrite() { slog.New(slog.NewTextHandler(writer{}, nil)).Info("x") }
func SlogReplace() {
	h := slog.NewTextHandler(os.Stderr, &slog.HandlerOptions{ReplaceAttr: func([]string, slog.Attr) slog.Attr { select {} }})
	slog.New(h).Info("x")
}

func JSONMarshal() { _, _ = json.Marshal(jsonValue{}) }
func JSONText()    { _, _ = json.Marshal(text{}) }
func JSONKey()     { _, _ = json.Marshal(map[text]int{{}: 1}) }
func JSONField()   { _, _ = json.Marshal(struct{ A []jsonValue }{[]jsonValue{{}}}) }
func JSONPointer() { _, _ = json.Marshal(map[string]*jsonValue{"a": {}}) }
func JSONAny()     { _, _ = json.Marshal(map[string]any{"a": jsonValue{}}) }
func JSONZero() {
	_, _ = json.Marshal(struct {
		A zeroer `json:",omitzero"`
	}{})
}
func JSONIndent()     { _, _ = json.MarshalIndent(jsonValue{}, "", "") }
func JSONUnmarshal()  { _ = json.Unmarshal([]byte("1"), &jsonValue{}) }
func JSONUnkey()      { m := map[text]int{}; _ = json.Unmarshal([]byte(`{"a":1}`), &m) }
func JSONUnslice()    { var s []jsonValue; _ = json.Unmarshal([]byte("[1]"), &s) }
func JSONUnptr()      { var s struct{ A *jsonValue }; _ = json.Unmarshal([]byte(`{"A":1}`), &s) }
func JSONUntext()     { _ = json.Unmarshal([]byte(`"a"`), &text{}) }
func JSONEncoder()    { _ = json.NewEncoder(os.Stderr).Encode(jsonValue{}) }
func JSONEncodeTo()   { _ = json.NewEncoder(writer{}).Encode(1) }
func JSONDecoder()    { _ = json.NewDecoder(strings.NewReader("1")).Decode(&jsonValue{}) }
func JSONDecodeFrom() { var n int; _ = json.NewDecoder(reader{}).Decode(&n) }

func XMLMarshal() { _, _ = xml.Marshal(xmlValue{}) }
func XMLField()   { _, _ = xml.Marshal(xmlField{}) }
func XMLAttr() {
	_, _ = xml.Marshal(xmlAttrs{})
}
func XMLText()      { _, _ = xml.Marshal(text{}) }
func XMLUnmarshal() { _ = xml.Unmarshal([]byte("<a/>"), &xmlValue{}) }
func XMLUnattr() {
	var v struct {
		A xmlAttr `xml:"a,attr"`
	}
	_ = xml.Unmarshal([]byte(`<x a="1"/>`), &v)
}
func XMLDecoder() { _ = xml.NewDecoder(reader{}).Decode(&struct{}{}) }

func GobEncode() { _ = gob.NewEncoder(&bytes.Buffer{}).Encode(gobValue{}) }
func GobBinary() { _ = gob.NewEncoder(&bytes.Buffer{}).Encode(gobField{gobValue{1}}) }
func GobTo()     { _ = gob.NewEncoder(writer{}).Encode(1) }
func GobFrom()   { var n int; _ = gob.NewDecoder(reader{}).Decode(&n) }

func TemplateMethod() {
	_ = texttemplate.Must(texttemplate.New("").Parse("{{.String}}")).Execute(os.Stderr, stringer{})
}
func TemplatePrint() {
	_ = texttemplate.Must(texttemplate.New("").Parse("{{.}}")).Execute(os.Stderr, nested{})
}
func TemplateFunc() {
	t := texttemplate.New("").Funcs(texttemplate.FuncMap{"f": func() string { select {} }})
	_ = texttemplate.Must(t.Parse("{{f}}")).Execute(os.Stderr, nil)
}
func TemplateField() {
	t := texttemplate.Must(texttemplate.New("").Parse("{{call .F}}"))
	_ = t.Execute(os.Stderr, struct{ F func() string }{func() string { select {} }})
}
func TemplateTo() { _ = texttemplate.Must(texttemplate.New("").Parse("x")).Execute(writer{}, nil) }
func TemplateHTML() {
	_ = template.Must(template.New("").Parse("{{.}}")).Execute(os.Stderr, stringer{})
}

type isError struct{}

func (isError) Error() string { return "" }
func (isError) Is(error) bool { select {} }
func (isError) As(any) bool   { select {} }
func (isError) Unwrap() error { select {} }

type unwraps struct{}

func (unwraps) Error() string   { return "" }
func (unwraps) Unwrap() []error { select {} }

func ErrorsIs()     { _ = errors.Is(isError{}, io.EOF) }
func ErrorsAs()     { var p *os.PathError; _ = errors.As(isError{}, &p) }
func ErrorsUnwrap() { _ = errors.Unwrap(isError{}) }
func ErrorsTree()   { _ = errors.Is(unwraps{}, io.EOF) }
func ErrorsJoined() { _ = errors.Join(failure{}).Error() }
func ErrorsWrapped() {
	_ = errors.Is(fmt.Errorf("x: %w", isError{}), io.EOF)
}
func PanicError()  { panic(failure{}) }
func PanicString() { panic(stringer{}) }
func PanicJoined() { panic(errors.Join(failure{})) }
func PanicLater() {
	done := make(chan int)
	go func() { panic(stringer{}) }()
	<-done
}

func CopyRead()     { _, _ = io.Copy(io.Discard, reader{}) }
func CopyWrite()    { _, _ = io.Copy(writer{}, strings.NewReader("x")) }
func CopyWriterTo() { _, _ = io.Copy(io.Discard, &writerTo{}) }
func CopyReaderFrom() {
	_, _ = io.Copy(&readerFrom{}, io.LimitReader(strings.NewReader("x"), 1))
}
func ReadAll()   { _, _ = io.ReadAll(reader{}) }
func Multi()     { _, _ = io.MultiWriter(writer{}).Write([]byte("x")) }
func MultiRead() { _, _ = io.ReadAll(io.MultiReader(reader{})) }
func Tee()       { _, _ = io.ReadAll(io.TeeReader(strings.NewReader("x"), writer{})) }
func Scanner()   { bufio.NewScanner(reader{}).Scan() }
func ScannerSplit() {
	s := bufio.NewScanner(strings.NewReader("x"))
	s.Split(func([]byte, bool) (int, []byte, error) { select {} })
	s.Scan()
}
func Buffered()   { b := bufio.NewReader(reader{}); _, _ = b.ReadByte() }
func BufferedTo() { b := bufio.NewWriter(writer{}); _ = b.WriteByte(1); _ = b.Flush() }
func ResetReader() {
	var b bufio.Reader
	b.Reset(reader{})
	_, _ = b.ReadByte()
}
func BufferFrom()    { var b bytes.Buffer; _, _ = b.ReadFrom(reader{}) }
func BufferTo()      { b := bytes.NewBufferString("x"); _, _ = b.WriteTo(writer{}) }
func StringsTo()     { _, _ = strings.NewReader("x").WriteTo(writer{}) }
func ReplacerWrite() { _, _ = strings.NewReplacer("a", "b").WriteString(writer{}, "abc") }

type less struct{ sort.IntSlice }

func (less) Less(i, j int) bool { select {} }

func SortSort()   { sort.Sort(less{sort.IntSlice{2, 1}}) }
func SortStable() { sort.Stable(less{sort.IntSlice{2, 1}}) }
func SortReverse() {
	sort.Sort(sort.Reverse(less{sort.IntSlice{2, 1}}))
}
func SortSlice()   { sort.Slice([]int{2, 1}, func(i, j int) bool { select {} }) }
func SortSearch()  { sort.Search(3, func(int) bool { select {} }) }
func SlicesSort()  { slices.SortFunc([]int{2, 1}, func(a, b int) int { select {} }) }
func SlicesIndex() { _ = slices.IndexFunc([]int{1}, func(int) bool { select {} }) }
func StringsMap()  { _ = strings.Map(func(rune) rune { select {} }, "a") }

type flagValue struct{}

func (flagValue) String() string   { return "" }
func (flagValue) Set(string) error { select {} }

func FlagVar() {
	f := flag.NewFlagSet("x", flag.ContinueOnError)
	f.Var(flagValue{}, "a", "")
	_ = f.Parse([]string{"-a", "1"})
}
func FlagText() {
	f := flag.NewFlagSet("x", flag.ContinueOnError)
	f.TextVar(&unText{}, "a", &unText{}, "")
	_ = f.Parse([]string{"-a", "1"})
}

type unText struct{}

func (*unText) UnmarshalText([]byte) error   { select {} }
func (*unText) MarshalText() ([]byte, error) { return nil, nil }

func FlagFunc() {
	f := flag.NewFlagSet("x", flag.ContinueOnError)
	f.Func("a", "", func(string) error { select {} })
	_ = f.Parse([]string{"-a", "1"})
}
func FlagUsage() {
	f := flag.NewFlagSet("x", flag.ContinueOnError)
	f.SetOutput(io.Discard)
	f.Usage = func() { select {} }
	_ = f.Parse([]string{"-b"})
}

type valuer struct{}

func (valuer) Value() (driver.Value, error) { select {} }

func DriverValue() { _, _ = driver.DefaultParameterConverter.ConvertValue(valuer{}) }

var _ encoding.TextMarshaler = text{}
