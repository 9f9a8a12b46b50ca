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
{{- range list "CARDS_LOGIN_ID" "CARDS_TTINJ_LOGIN_ID" -}}
{{- $ofBff := get $bff . -}}
{{- $ofPayments := get $payments . -}}
{{- if and $ofBff $ofPayments (ne $ofBff $ofPayments) -}}
{{- fail (printf "%s of parts.bff and parts.payments differ: pages would encrypt cards for another merchant account" .) -}}
{{- end -}}
{{- end -}}
{{- end -}}
