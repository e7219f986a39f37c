//go:build integration

package main

import "testing"

func TestGalleryAll(t *testing.T) { drawGallery(t, 1) }
