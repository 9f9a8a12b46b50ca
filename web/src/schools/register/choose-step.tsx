import { Button } from '@mantine/core';
import type { Details, SchoolSession } from '../api.ts';
import { FootBar } from '../foot-bar.tsx';
import classes from '../schools.module.css';
import { ExamSlots } from './exam-slots.tsx';
import { type Choice, chosenExams } from './order.ts';
import { StudentChoice } from './student-choice.tsx';

interface ChooseStepProps {
  details: Details;
  session: SchoolSession;
  choice: Choice;
  onChange: (choice: Choice) => void;
  onNext: () => void;
  onBack: () => void;
}

const many = (count: number, word: string): string => `${count} ${word}${count === 1 ? '' : 's'}`;

/** Step 3 of A-22: exams and students.. */
export function ChooseStep({
  details,
  session,
  choice,
  onChange,
  onNext,
  onBack,
}: ChooseStepProps) {
  const exams = chosenExams(choice);
  const creditsEach = details.exams
    .filter(({ id }) => exams.includes(id))
    .reduce((sum, { credits }) => sum + credits, 0);
  const count = choice.students.size;
  const isReady = exams.length > 0 && count > 0 && choice.sendMaterials !== null;
  const says =
    exams.length > 0 && count > 0
      ? `${many(exams.length, 'exam')} for ${many(count, 'student')}`
      : '';
  return (
    <>
      <h2 className={classes.heading}>Choose exams and students</h2>
      <div className={classes.two}>
        <div className={classes.block}>
          <section aria-label="Exams" className={classes.card}>
            <ExamSlots
              exams={details.exams}
              chosen={choice.exams}
              onChange={(chosen) => onChange({ ...choice, exams: chosen })}
            />
          </section>
          <section aria-label="Study materials" className={classes.card}>
            <fieldset className={classes.answer}>
              <legend>Do you want to send the study materials to the students?</legend>
              {[true, false].map((answer) => (
                <label key={String(answer)}>
                  <input
                    type="radio"
                    name="materials"
                    checked={choice.sendMaterials === answer}
                    onChange={() => onChange({ ...choice, sendMaterials: answer })}
                  />
                  {answer ? 'Yes' : 'No'}
                </label>
              ))}
            </fieldset>
          </section>
        </div>
        <section aria-label="Students" className={classes.card}>
          <StudentChoice
            students={details.schoolStudents}
            gender={session.gender}
            chosen={choice.students}
            onChange={(students) => onChange({ ...choice, students })}
          />
        </section>
      </div>
      <FootBar says={says} more={says ? `${many(creditsEach * count, 'credit')}` : ''}>
        <Button variant="default" onClick={onBack}>
          Go Back
        </Button>
        <Button disabled={!isReady} onClick={onNext}>
          Next Step
        </Button>
      </FootBar>
    </>
  );
}
