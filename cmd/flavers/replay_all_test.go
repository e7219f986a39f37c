//go:build integration

package main

import "testing"

// TestAllSchedulesReplay is TestExampleSchedulesReplay for every example.
func TestAllSchedulesReplay(t *testing.T) { replayFindings(t, 1) }
