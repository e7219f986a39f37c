package flavers_test

import (
	"context"
	"errors"
	"fmt"
	"log"
	"os"
	"time"

	"flavers"
	"flavers/report"
)

const guests = `program guests

server task keeper {
    entry enter, leave
    loop { accept enter; accept leave }
}

task guest[i in 0..N-1] {
    call keeper.enter
    event inside(i)
    call keeper.leave
    event outside(i)
}

const N = 2
`

const alone = `property one_at_a_time {
    states nobody*, zero*, one*
    nobody -> zero   : "inside(0)"
    zero   -> nobody : "outside(0)"
    nobody -> one    : "inside(1)"
    one    -> nobody : "outside(1)"
    error otherwise
}
property enter_first { keeper.enter precedes inside(*) }
`

func load() *flavers.Model {
	m, err := flavers.Load(flavers.Source{Name: "guests.tfg", Text: []byte(guests)},
		[]flavers.Source{{Name: "guests.fsa", Text: []byte(alone)}}, flavers.LoadOptions{})
	if err != nil {
		log.Fatal(err)
	}
	return m
}

// Check every property, and look at the execution that violates one.
func ExampleCheck() {
	result, err := flavers.Check(context.Background(), load(), flavers.CheckOptions{})
	if err != nil {
		log.Fatal(err)
	}
	for _, r := range result.Ordered() {
		fmt.Println(r.Property, r.Verdict)
		for i, step := range r.Trace {
			fmt.Printf("  %d %s: %s (%s)\n", i+1, step.Task, step.Event, step.Pos)
		}
	}
	// Output:
	// one_at_a_time violated
	//   1 guest[1]: keeper.enter (guests.tfg:9:5)
	//   2 guest[1]: inside(1) (guests.tfg:10:5)
	//   3 guest[1]: keeper.leave (guests.tfg:11:5)
	//   4 guest[0]: keeper.enter (guests.tfg:9:5)
	//   5 guest[0]: inside(0) (guests.tfg:10:5)
	// enter_first holds
	// deadlock holds
}

// A time limit makes verdicts unknown, never wrong.
func ExampleCheck_timeout() {
	ctx, cancel := context.WithTimeout(context.Background(), time.Nanosecond)
	defer cancel()
	result, err := flavers.Check(ctx, load(), flavers.CheckOptions{})
	if err != nil {
		log.Fatal(err)
	}
	r := result.Results[0]
	fmt.Println(r.Property, r.Verdict, r.Limit, result.ExitCode() == report.ExitOpen)
	// Output: one_at_a_time unknown time true
}

// Execute a program in all its ways, and replay what was found.
func ExampleExplore() {
	m := load()
	e, err := flavers.Explore(context.Background(), m, flavers.ExploreOptions{StopAtFirst: true})
	if err != nil {
		log.Fatal(err)
	}
	found := e.Findings[0]
	fmt.Println(found.Kind, found.Property)
	run, err := flavers.Replay(m, found.Schedule)
	if err != nil {
		log.Fatal(err)
	}
	for _, spec := range run.Final {
		fmt.Println(spec.Spec, spec.State, spec.Violated)
	}
	// Output:
	// violation one_at_a_time
	// one_at_a_time error true
	// enter_first enabled false
}

// Write a report as a service or an editor reads it.
func ExampleCheck_report() {
	result, err := flavers.Check(context.Background(), load(), flavers.CheckOptions{Only: []string{"enter_first"}})
	if err != nil {
		log.Fatal(err)
	}
	result.ZeroTimes() // equal input, equal bytes
	if err := result.WriteText(os.Stdout, report.TextOptions{Width: 80}); err != nil {
		log.Fatal(err)
	}
	// Output:
	// guests.tfg: 1 check, 1 holds
	//
	//   check        verdict
	//   enter_first  holds
}

// Wrong input is an error with positioned diagnostics.
func ExampleLoad_wrong() {
	_, err := flavers.Load(flavers.Source{Name: "wrong.tfg", Text: []byte("task t {\n    cal keeper.enter\n}\n")}, nil, flavers.LoadOptions{})
	var wrong *flavers.InputError
	if errors.As(err, &wrong) {
		for _, d := range wrong.Diagnostics {
			fmt.Println(d.Pos, d.Code, d.Message)
			fmt.Println("hint:", d.Hint)
		}
	}
	// Output:
	// wrong.tfg:2:5 T101 expected a statement, found "cal"
	// hint: did you mean "call"?
}

// The same model with another constant.
func ExampleLoad_set() {
	for _, n := range []string{"2", "5", "20"} {
		m, err := flavers.Load(flavers.Source{Name: "guests.tfg", Text: []byte(guests)}, nil, flavers.LoadOptions{Set: map[string]string{"N": n}})
		if err != nil {
			log.Fatal(err)
		}
		result, err := flavers.Check(context.Background(), m, flavers.CheckOptions{})
		if err != nil {
			log.Fatal(err)
		}
		fmt.Println(n, "guests: deadlock", result.Deadlock.Verdict)
	}
	// Output:
	// 2 guests: deadlock holds
	// 5 guests: deadlock holds
	// 20 guests: deadlock holds
}
