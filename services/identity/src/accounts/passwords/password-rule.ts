/**
 * At least 8 and at most 128 letters, digits and the symbols of R-015, with at least one of each
 * kind (R-015, R-016).
 */
export function isGoodPassword(password: string): boolean {
  return (
    password.length >= 8 &&
    password.length <= 128 &&
    /^[A-Za-z\d@$!%*#?&,./<>':]+$/.test(password) &&
    /[A-Za-z]/.test(password) &&
    /\d/.test(password) &&
    /[^A-Za-z\d]/.test(password)
  );
}
