import { Button } from '@mantine/core';
import { creditsText, money } from '../../shared/format/money.ts';
import { CallError } from '../../shared/ui/feedback.tsx';
import type { Details, School, SchoolSession } from '../api.ts';
import { FootBar } from '../foot-bar.tsx';
import classes from '../schools.module.css';
import { ExamSlots } from './exam-slots.tsx';
import {
  type Choice,
  choiceText,
  chosenExams,
  isEmptyChoice,
  missingFor,
  noChoice,
} from './order.ts';
import { ShortText } from './short-balance.tsx';
import { StudentChoice } from './student-choice.tsx';
import { useChoiceQuote } from './use-order.ts';

interface ChooseStepProps {
  details: Details;
  session: SchoolSession;
  choice: Choice;
  onChange: (choice: Choice) => void;
  onNext: () => void;
  onBack: () => void;
}

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
  const says = exams.length > 0 && count > 0 ? choiceText(choice) : '';
  const { id: schoolId } = details.currentSchoolDetails;
  const quote = useChoiceQuote({ schoolId, sessionId: session.id }, choice);
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
      <CallError error={quote.error} />
      <FootBar
        says={says}
        more={says ? creditsText(creditsEach * count) : ''}
        sums={<Cost school={details.currentSchoolDetails} quote={quote} />}
      >
        {!isEmptyChoice(choice) && (
          <Button variant="subtle" color="gray" onClick={() => onChange(noChoice)}>
            Clear selection
          </Button>
        )}
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

interface CostProps {
  school: School;
  quote: ReturnType<typeof useChoiceQuote>;
}

/** The cost of the choice beside the balance that covers it; cards pay elsewhere.. */
function Cost({ school, quote: { data, isCurrent } }: CostProps) {
  const balance = data?.schoolBalance ?? school.schoolPaymentBalance;
  const missing = data ? missingFor(data) : 0;
  return (
    <div className={classes.cost} data-stale={(data && !isCurrent) || undefined}>
      <dl>
        {data && (
          <div>
            <dt>Cost</dt>
            <dd className={missing > 0 ? classes.bad : undefined}>{money(data.totalAmount)}</dd>
          </div>
        )}
        {school.chargeSchool && balance !== null && (
          <div>
            <dt>Balance</dt>
            <dd>{money(balance)}</dd>
          </div>
        )}
      </dl>
      <p role="status">{missing > 0 && isCurrent && <ShortText missing={missing} />}</p>
    </div>
  );
}
