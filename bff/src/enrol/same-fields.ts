const NAMES = [
  'firstName',
  'lastName',
  'maidenName',
  'dob',
  'gender',
  'email',
  'cellphone',
  'phone',
  'address',
  'city',
  'state',
  'zip',
  'country',
  'cohort',
  'accommodations',
] as const;
type Name = (typeof NAMES)[number];

/** The fields of a person's form that have one name, the same in the call and in the service. */
export const sameFields = <Form extends { [Field in Name]?: unknown }>(
  form: Form,
): Pick<Form, Name> =>
  Object.fromEntries(NAMES.map((name) => [name, form[name]])) as Pick<Form, Name>;
