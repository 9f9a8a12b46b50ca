// kube-strict decodes every object of the given YAML files into the Kubernetes API's own types, and those of the
// Prometheus operator and of Gateway API, as strictly as an API server does with fieldValidation=Strict: an unknown kind, an unknown or
// doubled field, or a value of the wrong type is a finding. Prints a JSON array of findings; exits 2 when a file can't
// be read at all.
package main

import (
	"bufio"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strings"

	monitoringv1 "github.com/prometheus-operator/prometheus-operator/pkg/apis/monitoring/v1"
	"k8s.io/apimachinery/pkg/runtime"
	strictjson "k8s.io/apimachinery/pkg/runtime/serializer/json"
	yamlreader "k8s.io/apimachinery/pkg/util/yaml"
	"k8s.io/client-go/kubernetes/scheme"
	gatewayv1 "sigs.k8s.io/gateway-api/apis/v1"
	"sigs.k8s.io/yaml"
)

type finding struct {
	File   string `json:"file"`
	Object string `json:"object"`
	Error  string `json:"error"`
}

type header struct {
	Kind     string `json:"kind"`
	Metadata struct {
		Name string `json:"name"`
	} `json:"metadata"`
}

func main() {
	known := runtime.NewScheme()
	for _, add := range []func(*runtime.Scheme) error{scheme.AddToScheme, monitoringv1.AddToScheme, gatewayv1.Install} {
		if err := add(known); err != nil {
			fail(err)
		}
	}
	decoder := strictjson.NewSerializerWithOptions(
		strictjson.DefaultMetaFactory, known, known, strictjson.SerializerOptions{Yaml: true, Strict: true})

	findings := []finding{}
	for _, file := range os.Args[1:] {
		documents, err := read(file)
		if err != nil {
			fail(err)
		}
		for index, document := range documents {
			if _, _, err := decoder.Decode(document, nil, nil); err != nil {
				findings = append(findings, finding{filepath.Base(file), name(document, index), err.Error()})
			}
		}
	}
	if err := json.NewEncoder(os.Stdout).Encode(findings); err != nil {
		fail(err)
	}
}

// read cuts a file into its documents, without those that hold nothing but comments.
func read(file string) ([][]byte, error) {
	opened, err := os.Open(file)
	if err != nil {
		return nil, err
	}
	defer opened.Close()
	reader := yamlreader.NewYAMLReader(bufio.NewReader(opened))
	documents := [][]byte{}
	for {
		document, err := reader.Read()
		if errors.Is(err, io.EOF) {
			return documents, nil
		}
		if err != nil {
			return nil, err
		}
		var content any
		if yaml.Unmarshal(document, &content) == nil && content == nil {
			continue
		}
		documents = append(documents, document)
	}
}

func name(document []byte, index int) string {
	var said header
	if yaml.Unmarshal(document, &said) != nil || said.Kind == "" {
		return fmt.Sprintf("document %d", index+1)
	}
	return strings.TrimSuffix(said.Kind+"/"+said.Metadata.Name, "/")
}

func fail(err error) {
	fmt.Fprintln(os.Stderr, err)
	os.Exit(2)
}
