{{/* Stops the rendering where the way in or the merchant account contradicts another setting: the portal would refuse each call, or each card. */}}
{{- define "portal.checkSettings" -}}
{{- $bff := mergeOverwrite (deepCopy .Values.config) .Values.parts.bff.config -}}
{{- $url := urlParse (default "" .Values.publicUrl) -}}
{{- $public := regexReplaceAll ":[0-9]+$" $url.host "" -}}
{{- $answered := prepend (splitList "," (get $bff "ALSO_ANSWERS" | default "") | compact) $public -}}
{{- $hosts := dict -}}
{{- if .Values.ingress.enabled -}}
{{- $_ := set $hosts "ingress.host" (list (required "ingress.host is not set" .Values.ingress.host)) -}}
{{- end -}}
{{- if .Values.httpRoute.enabled -}}
{{- $_ := set $hosts "httpRoute.hostnames" .Values.httpRoute.hostnames -}}
{{- end -}}
{{- range $setting, $names := $hosts -}}
{{- if ne $url.scheme "https" -}}
{{- fail (printf "publicUrl is %s: with %s it must begin with https://, since pages take passwords and cards" $.Values.publicUrl $setting) -}}
{{- end -}}
{{- range $names -}}
{{- if not (has . $answered) -}}
{{- fail (printf "%s has %s, which the portal does not answer to: publicUrl is %s (a second name: parts.bff.config.ALSO_ANSWERS)" $setting . $.Values.publicUrl) -}}
{{- end -}}
{{- end -}}
{{- end -}}
{{- $payments := mergeOverwrite (deepCopy .Values.config) .Values.parts.payments.config -}}
{{- range list "CARDS_LOGIN_ID" "CARDS_TTINJ_LOGIN_ID" "CARDS_ACH_ACCOUNTS" -}}
{{- $elsewhere := or (include "portal.isExtra" (list $.Values.parts.bff .)) (include "portal.isExtra" (list $.Values.parts.payments .)) -}}
{{- $ofBff := get $bff . | default "" -}}
{{- $ofPayments := get $payments . | default "" -}}
{{- /* a missing CARDS_LOGIN_ID is refused where the part is rendered */ -}}
{{- $isMissing := and (eq . "CARDS_LOGIN_ID") (or (not $ofBff) (not $ofPayments)) -}}
{{- if and (ne $ofBff $ofPayments) (not $elsewhere) (not $isMissing) -}}
{{- fail (printf "%s of parts.bff and parts.payments differ: pages and payments would use different merchant accounts" .) -}}
{{- end -}}
{{- end -}}
{{- range $name, $setting := dict "PUBLIC_URL" "publicUrl" "DEPLOYMENT" "deployment" -}}
{{- range $place, $config := merge (dict "config" $.Values.config) (include "portal.configs" $ | fromYaml) -}}
{{- if hasKey ($config | default dict) $name -}}
{{- fail (printf "%s has %s: set %s, which all parts and these checks read" $place $name $setting) -}}
{{- end -}}
{{- end -}}
{{- end -}}
{{- end -}}

{{/* Not empty where extraEnv of a part has this variable. */}}
{{- define "portal.isExtra" -}}
{{- $name := index . 1 -}}
{{- range (index . 0).extraEnv }}{{ if eq .name $name }}yes{{ end }}{{ end -}}
{{- end -}}

{{/* `config` of each part, by the place that values have for it. */}}
{{- define "portal.configs" -}}
{{- range $part, $of := .Values.parts }}
parts.{{ $part }}.config: {{ $of.config | default dict | toJson }}
{{- end -}}
{{- end -}}
