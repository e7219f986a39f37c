package queue

import (
	"fmt"
	"net/url"
	"regexp"
	"slices"
	"strings"
)

// This file keeps secrets out of messages: the passwords and tokens that stand in an address, also where the text of
// another package repeats them.

// schemes are what an address may begin with.
var schemes = []string{"nats", "tls", "ws", "wss"}

// Shown returns an address, or several with commas between them, without passwords and tokens: only the scheme, the
// host and the port. What cannot be read as an address may be a secret, and is not shown.
func Shown(addresses string) string {
	list := strings.Split(addresses, ",")
	for i, address := range list {
		u, err := parsed(address)
		if err != nil {
			list[i] = "***"
			continue
		}
		list[i] = u.Scheme + "://"
		if u.User != nil {
			list[i] += "***@"
		}
		list[i] += u.Host
	}
	return strings.Join(list, ",")
}

// parsed reads one address. The error does not repeat it.
func parsed(address string) (*url.URL, error) {
	address = strings.TrimSpace(address)
	if !strings.Contains(address, "://") {
		address = "nats://" + address
	}
	u, err := url.Parse(address)
	if err != nil || u.Hostname() == "" || !slices.Contains(schemes, u.Scheme) {
		return nil, fmt.Errorf("no address of a server, as nats://host:4222")
	}
	return u, nil
}

// userInfo is what may be a user with a password, or a token, in the text of another package. It is at most a line.
var userInfo = regexp.MustCompile(`://[^\s"/]*@`)

// secrets returns the words that no message may repeat. The shortest words are left out: they would be found
// everywhere.
func (o *Options) secrets() []string {
	list := []string{o.Token}
	for _, address := range strings.Split(o.URL, ",") {
		if _, rest, ok := strings.Cut(address, "://"); ok {
			address = rest
		}
		at := strings.LastIndex(address, "@")
		if at < 0 {
			continue
		}
		user, password, both := strings.Cut(address[:at], ":")
		if !both {
			password = user // it is a token
		}
		list = append(list, address[:at], password)
		if plain, err := url.PathUnescape(password); err == nil {
			list = append(list, plain)
		}
	}
	list = slices.DeleteFunc(list, func(s string) bool { return len(s) < 3 })
	slices.SortFunc(list, func(a, b string) int { return len(b) - len(a) }) // a part does not hide the whole
	return list
}

// clean is text without secrets.
func (o *Options) clean(text string) string {
	for _, s := range o.secrets() {
		text = strings.ReplaceAll(text, s, "***")
	}
	return userInfo.ReplaceAllString(text, "://***@")
}

// cleaned is an error whose text has no secrets.
type cleaned struct {
	text string
	err  error
}

func (e *cleaned) Error() string { return e.text }
func (e *cleaned) Unwrap() error { return e.err }

// cleanError returns an error without secrets in its text. It is still the one that errors.Is and errors.As know.
func (o *Options) cleanError(err error) error {
	if err == nil {
		return nil
	}
	return &cleaned{o.clean(err.Error()), err}
}
