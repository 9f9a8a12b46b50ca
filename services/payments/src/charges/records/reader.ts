/** Whom a mail is for. */
export interface Reader {
  firstName: string;
  email: string;
}
