package model

// This file numbers exceptions.

import (
	"strings"

	"flavers/lang/ada/syntax"
	"flavers/lang/ada/types"
)

// Numbers of the predefined exceptions; 0 is none.
const (
	ConstraintError = 1 + iota
	ProgramError
	storageError
	TaskingError
)

var Predefined = []string{"", "Constraint_Error", "Program_Error", "Storage_Error", "Tasking_Error"}

func (l *Writer) ExcType() *types.Type {
	return &types.Type{Kind: types.Integer, Lo: 0, Hi: 62, Name: "exception"}
}

func (l *Writer) ExceptionNamed(name string) int {
	if i := strings.LastIndexByte(name, '.'); i >= 0 {
		name = name[i+1:]
	}
	for i, x := range l.Exceptions {
		if syntax.Fold(x) == syntax.Fold(name) {
			return i
		}
	}
	l.Exceptions = append(l.Exceptions, name)
	return len(l.Exceptions) - 1
}
