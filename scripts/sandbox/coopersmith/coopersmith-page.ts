import { resultBadge, resultForm } from '../online/result-form.ts';
import { badge, html, type Markup, page, when } from '../page.ts';
import type { Assignment, CccStudent, Enrolment } from './coopersmith-records.ts';

const sizeText = (bytes: number): string =>
  bytes < 1024 ? `${bytes} bytes` : `${Math.round(bytes / 1024)} KB`;

function stateOf({ uploaded, graded, score }: Assignment): Markup {
  if (graded) return badge(score === null ? 'Graded' : `Graded, ${score}`, 'moss');
  return uploaded ? badge('Handed in', 'teal') : badge('Open', '');
}

function fileOf({ file, uploadedAt }: Assignment): Markup {
  if (file === null) return html`<p class="dimmed">Nothing was handed in yet.</p>`;
  return html`<dl><dt>File</dt><dd>${file.name}, ${sizeText(file.bytes)}</dd>
<dt>Handed in</dt><dd>${uploadedAt && when(uploadedAt)}</dd>
<dt>SHA-256</dt><dd><code>${file.sha256}</code></dd></dl>`;
}

function gradeForm(
  enrolmentId: string,
  { studentAssignmentId: id, uploaded, graded }: Assignment,
): Markup | false {
  if (!uploaded || graded) return false;
  const action = `/coopersmith/play/${enrolmentId}/assignments/${id}`;
  return html`<form method="post" action="${action}" class="row">
<div><label for="score-${id}">Score, 0 to 100</label><input id="score-${id}" name="score"
  type="number" min="0" max="100" autocomplete="off"></div>
<button class="first">Grade</button></form>`;
}

const assignmentCard = (enrolmentId: string, one: Assignment): Markup =>
  html`<article class="card stack"><div class="row apart"><h2>${one.name}</h2>${stateOf(one)}</div>
<p>${one.description}</p>
${fileOf(one)}${gradeForm(enrolmentId, one)}</article>`;

/** The page of one course, where a person sees what was handed in and grades it, and the course. */
export function coopersmithPage(enrolment: Enrolment, student: CccStudent): string {
  const { enrolmentId, subject, courseCode, assignments, examTakenOn, result, score, enrolledAt } =
    enrolment;
  const open = assignments.filter((one) => !one.uploaded).length;
  const { firstName, lastName, studentId } = student;
  const examText = examTakenOn
    ? `The exam was taken on ${examTakenOn}.`
    : 'The exam was not reported as taken yet.';
  const assignmentText =
    open === 0
      ? 'Everything is handed in.'
      : `${open} of ${assignments.length} assignments are open.`;
  return page(
    `Coopersmith: ${subject}`,
    html`<div class="row apart"><div><h1>${subject}</h1>
<p class="lead">${firstName} ${lastName}, ${studentId}, ${courseCode}, since ${when(enrolledAt)}</p>
</div>${resultBadge(result, score)}</div>
${assignments.map((one) => assignmentCard(enrolmentId, one))}
<article class="card stack"><h2>Course</h2><p class="dimmed">${examText} ${assignmentText}</p>
${resultForm(`/coopersmith/play/${enrolmentId}/result`)}</article>`,
    true,
  );
}
