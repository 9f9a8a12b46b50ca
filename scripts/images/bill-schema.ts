import { Spec, Validation } from '@cyclonedx/cyclonedx-library';

const validator = new Validation.JsonStrictValidator(Spec.Version.v1dot6);

/** Returns where a bill of materials violates the schema of CycloneDX 1.6, one line each. */
export async function billFindings(json: string): Promise<string[]> {
  const findings = await validator.validate(json);
  return [findings ?? []]
    .flat()
    .map((finding) => JSON.stringify(finding, ['instancePath', 'message', 'params']));
}
