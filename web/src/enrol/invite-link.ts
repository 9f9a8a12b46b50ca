import { isEmail } from '../shared/forms/fields.ts';

/**
 * The content of an invitation link. Hints for the page only: the server uses the invitation
 * itself. R-033.
 */
export interface InviteLink {
  email: string;
  collegeId: number;
  schoolName: string | null;
}

/**
 * The text of base64 in either alphabet, with or without its padding; null when it is none. R-031.
 */
export function readBase64(text: string): string | null {
  try {
    const bytes = Uint8Array.from(atob(text.replace(/-/g, '+').replace(/_/g, '/')), (char) =>
      char.charCodeAt(0),
    );
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    return null;
  }
}

const isId = (text: string | null | undefined): text is string => /^[1-9]\d{0,9}$/.test(text ?? '');

/** Reads the invitation from the page's address; null unless it is a complete invitation link. */
export function readInviteLink(
  parts: Readonly<Record<string, string | undefined>>,
): InviteLink | null {
  const { membershipTypeId, schoolId, schoolName } = parts;
  const email = readBase64(parts.email ?? '')?.trim() ?? '';
  const collegeId = readBase64(parts.paramCollegeId ?? '')?.trim();
  if (
    !isEmail(email) ||
    !isId(membershipTypeId) ||
    !isId(collegeId) ||
    (schoolId !== undefined && !isId(schoolId))
  )
    return null;
  return {
    email,
    collegeId: Number(collegeId),
    schoolName: schoolName?.trim().slice(0, 100) || null,
  };
}
