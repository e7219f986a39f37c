// Package pool lends connections, and has a function that forgets to give one back.
package pool

import "os"

// Conn is a connection of the pool.
type Conn struct{ used int }

// Get lends a connection, which is to be given back by Put.
func Get() (*Conn, error) {
	if _, err := os.Stat("database"); err != nil {
		return nil, err
	}
	return &Conn{}, nil
}

// Put gives a connection back.
func (c *Conn) Put() {}

// Ask sends a question.
func (c *Conn) Ask(string) { c.used++ }

// Ping asks once.
func Ping() error {
	c, err := Get()
	if err != nil {
		return err
	}
	defer c.Put()
	c.Ask("ping")
	return nil
}

// Report asks if there is something to report on.
func Report() error {
	c, err := Get()
	if err != nil {
		return err
	}
	if _, err := os.Stat("report"); err != nil {
		return err
	}
	c.Ask("report")
	c.Put()
	return nil
}
