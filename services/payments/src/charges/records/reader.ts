/** The recipient of an email. */
export interface Reader {
  firstName: string;
  email: string;
}
