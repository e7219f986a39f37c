// Package group starts programs so that what they start ends with them:
//
//	cmd := exec.CommandContext(ctx, program)
//	group.Own(cmd)
//	err := cmd.Run() // when ctx ends, the whole process group is killed
//
// On systems without process groups the program alone is killed.
package group
