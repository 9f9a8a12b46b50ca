import { fromRight } from '@portal/access/text/isolates';

/** The server's sentences for students, by their English text. */
const said: Readonly<Record<string, string>> = {
  // everywhere
  'The request could not be read.': 'לא ניתן היה לקרוא את הבקשה.',
  'Card numbers and security codes are not accepted here.':
    'אין להזין כאן מספרי כרטיס וקודי אבטחה.',
  'Please log in.': 'היכנסו לחשבון.',
  'Your session is over. Please log in again.': 'החיבור שלכם הסתיים. היכנסו שוב.',
  'You are not allowed to do this.': 'אין לכם הרשאה לכך.',
  'You can ask once a day.': 'ניתן לבקש פעם ביום.',
  'You can only do this for your own account.': 'ניתן לעשות זאת רק בחשבון שלכם.',
  'This request came from another site.': 'הבקשה הגיעה מאתר אחר.',
  'Not found.': 'לא נמצא.',
  'This request could not be completed and was closed by our staff. Please try again.':
    'לא ניתן היה להשלים את הבקשה והצוות סגר אותה. נסו שוב.',
  'Somebody else has logged in in this browser. Please load the page again.':
    'מישהו אחר נכנס בדפדפן הזה. טענו את הדף שוב.',
  'This request is still running. Please wait.': 'הבקשה עדיין בביצוע. המתינו.',
  'This request is still being worked on.': 'הבקשה עדיין בטיפול.',
  'The request is too large.': 'הבקשה גדולה מדי.',
  'Please check the fields.': 'בדקו את השדות.',
  'This request was already used for something else. Please try again.':
    'הבקשה כבר שימשה לדבר אחר. נסו שוב.',
  'Many people are logging in right now. You have a place in the queue. Please wait a moment.':
    'אנשים רבים נכנסים כעת. יש לכם מקום בתור. המתינו רגע.',
  'So many people are waiting that the queue is full. Please try again later.':
    'כל כך הרבה אנשים ממתינים שהתור מלא. נסו שוב מאוחר יותר.',
  'Too many tries. Please try again later.': 'יותר מדי ניסיונות. נסו שוב מאוחר יותר.',
  'Too many mails in one hour. Please try again later.':
    'נשלחו יותר מדי הודעות בשעה אחת. נסו שוב מאוחר יותר.',
  'Something went wrong. Please try again.': 'משהו השתבש. נסו שוב.',
  'A part of the system is not available. Please try again.': 'חלק מהמערכת אינו זמין. נסו שוב.',
  Required: 'שדה חובה',
  'This code is not correct.': 'הקוד שגוי.',
  'The password is not correct.': 'הסיסמה שגויה.',
  'Please sign in again.': 'היכנסו שוב.',
  'The file is too large (25 MB at most).': 'הקובץ גדול מדי (עד 25 MB).',
  'This kind of file is not accepted. Please use CSV or XLSX.':
    'סוג הקובץ הזה אינו מתקבל. השתמשו ב־CSV או ב־XLSX.',
  'The card processor could not be asked. Please try again.':
    'לא ניתן היה לפנות לחברת הסליקה. נסו שוב.',
  'This session has no room for your accommodations. Please call the office.':
    'במועד הזה אין מקום המתאים להתאמות שלכם. התקשרו למשרד.',
  'This session is too short for your accommodations. Please choose an earlier one or call the office.':
    'המועד הזה קצר מדי להתאמות שלכם. בחרו מועד מוקדם יותר או התקשרו למשרד.',

  // signing in and up
  'The email or password is not correct.': 'הדוא״ל או הסיסמה שגויים.',
  'Please call the office.': 'התקשרו למשרד.',
  'Prices are not set yet. Please call the office.': 'המחירים עדיין לא נקבעו. התקשרו למשרד.',
  'Your account is closed. Please call the office.': 'החשבון סגור. התקשרו למשרד.',
  'You have already signed up. Please log in, or reset your password.':
    'כבר נרשמתם. היכנסו, או אפסו את הסיסמה.',
  'The check did not answer. Please try again.': 'הבדיקה לא הגיבה. נסו שוב.',
  'Please confirm that you are not a robot.': 'אשרו שאינכם רובוט.',
  'A student already exists with the given SSN and date of birth.':
    'כבר קיים סטודנט עם ה-SSN ותאריך הלידה האלה.',
  'This email address does not match our records. Please call the office.':
    'כתובת הדוא״ל אינה תואמת את הרשום אצלנו. התקשרו למשרד.',
  'This email address is already in the JSE database.': 'כתובת הדוא״ל כבר רשומה ב-JSE.',
  'These details do not match this account.': 'הפרטים אינם תואמים את החשבון הזה.',
  'This link is not valid. Please call the office.': 'הקישור אינו תקף. התקשרו למשרד.',
  'This link is no longer valid. Please request a new one.': 'הקישור אינו תקף עוד. בקשו קישור חדש.',
  'Your current password is not correct.': 'הסיסמה הנוכחית שגויה.',
  'We could not find a student with these details. Please call the office.':
    'לא מצאנו סטודנט עם הפרטים האלה. התקשרו למשרד.',
  'Please check your email for a link to create your password.':
    'בדקו את הדוא״ל: שלחנו קישור ליצירת הסיסמה.',
  'If you have already signed up, you will get an email with a link to reset your password.':
    'אם כבר נרשמתם, תקבלו דוא״ל עם קישור לאיפוס הסיסמה.',
  'Your email address is free again. Nobody can log in with it now, and you can use it to sign up.':
    'כתובת הדוא״ל שלכם פנויה שוב. איש אינו יכול להיכנס איתה עכשיו, ותוכלו להירשם איתה.',
  'Use your new password to login': 'היכנסו עם הסיסמה החדשה',
  'Email invalid': 'דוא״ל לא תקין',
  'Password invalid': 'סיסמה לא תקינה',
  'DOB invalid': 'תאריך לידה לא תקין',
  'SSN invalid': 'SSN לא תקין',

  // cards, credits and fees
  'ACH not available': 'ACH אינו זמין',
  'The amount has changed. Please check it and try again.': 'הסכום השתנה. בדקו אותו ונסו שוב.',
  'Please call the office to buy credits.': 'לקניית נקודות זכות התקשרו למשרד.',
  'Card numbers are not accepted here.': 'אין להזין כאן מספרי כרטיס.',
  'Account numbers are not accepted here.': 'אין להזין כאן מספרי חשבון.',
  'There was a problem charging your card.': 'הייתה בעיה בחיוב הכרטיס שלכם.',
  'This card has expired. Please choose another card.': 'תוקף הכרטיס פג. בחרו כרטיס אחר.',
  'A payment with this card is not finished yet. Please try again in a few minutes.':
    'תשלום בכרטיס זה עדיין לא הסתיים. נסו שוב בעוד כמה דקות.',
  'There was a problem adding your card': 'הייתה בעיה בהוספת הכרטיס',
  'A payment for this is being checked. Please do not pay again; check your account in a few minutes.':
    'תשלום על כך נמצא בבדיקה. אל תשלמו שוב; בדקו את החשבון בעוד כמה דקות.',
  'We could not confirm the payment. Please do not pay again; check your account in a few minutes.':
    'לא יכולנו לאשר את התשלום. אל תשלמו שוב; בדקו את החשבון בעוד כמה דקות.',
  'The card processor is reviewing a payment for this, which may take several days. Please do not pay again.':
    'חברת הסליקה בודקת תשלום על כך, והבדיקה עשויה להימשך כמה ימים. אל תשלמו שוב.',
  'The card processor is reviewing this payment, which may take several days. Please do not pay again.':
    'חברת הסליקה בודקת את התשלום, והבדיקה עשויה להימשך כמה ימים. אל תשלמו שוב.',
  'This exam does not exist.': 'המבחן אינו קיים.',
  'The number of credits must be above 0.': 'מספר נקודות הזכות חייב להיות גדול מ-0.',
  'Please enter your payment details.': 'הזינו את פרטי התשלום.',
  'Please fill in all the fields accurately.': 'מלאו את כל השדות כראוי.',
  'You do not have enough credits for this exam.': 'אין לכם מספיק נקודות זכות למבחן זה.',
  'This package is no longer offered.': 'החבילה אינה מוצעת עוד.',
  'This package is for students of another program.': 'החבילה מיועדת לסטודנטים של תוכנית אחרת.',
  'This package does not exist.': 'החבילה אינה קיימת.',
  'This card is not saved.': 'הכרטיס אינו שמור.',
  'This payment was not found.': 'התשלום לא נמצא.',
  'No more than 10 cards can be saved.': 'ניתן לשמור עד 10 כרטיסים.',
  'Student is denied registration': 'ההרשמה חסומה לסטודנט זה',
  'Your receipt is on its way by email.': 'הקבלה בדרך אליכם בדוא״ל.',
  Used: 'נוצל',
  'Given back': 'הוחזר',
  Adjustment: 'התאמה',
  'Proctor fee': 'דמי השגחה',
  'Additional fee': 'תשלום נוסף',

  // exams and sessions
  'This exam can be booked only through the office.': 'ניתן להזמין מבחן זה רק דרך המשרד.',
  'There is already a feed.': 'כבר יש כתובת לעדכוני יומן.',
  'This exam is already cancelled.': 'המבחן כבר בוטל.',
  'You are already registered for this exam.': 'אתם כבר רשומים למבחן זה.',
  'This exam has already been started.': 'המבחן כבר התחיל.',
  'This assignment is graded and cannot be replaced.': 'המטלה קיבלה ציון ולא ניתן להחליפה.',
  'This assignment was not found.': 'המטלה לא נמצאה.',
  'This booking was not found.': 'ההזמנה לא נמצאה.',
  'Please call the office to book this session.': 'להזמנת מועד זה התקשרו למשרד.',
  'The course must be completed before the exam.': 'יש להשלים את הקורס לפני המבחן.',
  'The course must be completed before the exam is scheduled.':
    'יש להשלים את הקורס לפני קביעת מועד למבחן.',
  'A course that has been started cannot be cancelled.': 'לא ניתן לבטל קורס שהתחיל.',
  'The assignments had to be handed in within 6 months.': 'היה צריך להגיש את המטלות בתוך 6 חודשים.',
  'The exam had to be taken within 6 months of the start of the course.':
    'היה צריך לגשת למבחן בתוך 6 חודשים מתחילת הקורס.',
  'The session of this exam is over. Only tech support can cancel it.':
    'המועד של מבחן זה עבר. רק התמיכה הטכנית יכולה לבטל אותו.',
  'This exam is completed.': 'המבחן הושלם.',
  'This exam was disqualified. A retake must be bought.': 'המבחן נפסל. יש לקנות מבחן חוזר.',
  'This exam has a grade or is in a batch.': 'למבחן זה יש ציון או שהוא בבדיקה.',
  'This exam is not available.': 'המבחן אינו זמין.',
  'This exam has been started and cannot be cancelled.': 'המבחן התחיל ולא ניתן לבטל אותו.',
  'This exam has been started.': 'המבחן התחיל.',
  'Please pay the fees first.': 'שלמו קודם את התשלומים.',
  'The 24 hours in which this exam could be resumed are over.':
    '24 השעות שבהן ניתן היה להמשיך את המבחן חלפו.',
  'A file is needed.': 'נדרש קובץ.',
  'This exam has no assignments.': 'למבחן זה אין מטלות.',
  'This exam has no course that could be started.': 'למבחן זה אין קורס להתחיל.',
  'There is no email address on record. Please call the office.':
    'אין אצלנו כתובת דוא״ל. התקשרו למשרד.',
  'The proctor has not let you in yet.': 'המשגיח עדיין לא הכניס אתכם.',
  'There is no booking at the proctoring service for this exam.':
    'אין למבחן זה הזמנה בשירות ההשגחה.',
  'No session is booked for this exam.': 'לא הוזמן מועד למבחן זה.',
  'There are no study materials for this exam.': 'אין חומרי לימוד למבחן זה.',
  'This exam cannot be taken online in this way.': 'לא ניתן לגשת למבחן זה באופן מקוון בדרך זו.',
  'This exam cannot be started online at this school.':
    'לא ניתן להתחיל מבחן זה באופן מקוון בבית ספר זה.',
  'You are not registered for this course.': 'אינכם רשומים לקורס זה.',
  'Register for this exam to get its study materials.': 'הירשמו למבחן כדי לקבל את חומרי הלימוד.',
  'Please call the office about this exam.': 'התקשרו למשרד בנוגע למבחן זה.',
  'Please call the office to cancel this exam.': 'לביטול מבחן זה התקשרו למשרד.',
  'Please call the office to change this session.': 'לשינוי מועד זה התקשרו למשרד.',
  'This exam can be taken only online.': 'ניתן לגשת למבחן זה באופן מקוון בלבד.',
  'This exam can be taken only on paper.': 'ניתן לגשת למבחן זה על נייר בלבד.',
  'The registration was not finished in time. Please try again.': 'ההרשמה לא הושלמה בזמן. נסו שוב.',
  'This exam is cancelled or taken already.': 'המבחן כבר בוטל או נערך.',
  'This registration was not found.': 'ההרשמה לא נמצאה.',
  'You do not meet the requirements for this exam.': 'אינכם עומדים בדרישות הקדם של מבחן זה.',
  'This exam was booked or changed meanwhile. Please try again.':
    'המבחן הוזמן או שונה בינתיים. נסו שוב.',
  'Please cancel your session first.': 'בטלו קודם את המועד שלכם.',
  'This session was called off. Please choose another session.': 'המועד בוטל. בחרו מועד אחר.',
  'Registration closed': 'ההרשמה נסגרה',
  'Session full': 'המועד מלא',
  'Session booked up': 'המועד שלכם מלא',
  'Original Session': 'המועד המקורי',
  'The session is closed.': 'המועד סגור.',
  'This session was not found.': 'המועד לא נמצא.',
  'This session does not exist.': 'המועד אינו קיים.',
  'No location found': 'הסניף לא נמצא',
  'The exam can be started only between the start and the last date of the session.':
    'ניתן להתחיל את המבחן רק בין תחילת המועד לתאריך האחרון שלו.',
  'Only the student can start an exam or a course.': 'רק הסטודנט יכול להתחיל מבחן או קורס.',
  'Only the student can upload assignments.': 'רק הסטודנט יכול להעלות מטלות.',
  'This start link is not valid.': 'קישור ההתחלה אינו תקף.',
  'You have another exam at that time in another place.': 'יש לכם מבחן אחר באותו זמן במקום אחר.',
  'This kind of file is not accepted. Please use CSV, XLSX, ZIP, PDF, JPG or PNG.':
    'סוג הקובץ אינו מתקבל. השתמשו ב-CSV, XLSX, ZIP, PDF, JPG או PNG.',
  'There was an error loading your exam. Please try again.': 'אירעה שגיאה בטעינת המבחן. נסו שוב.',
  'Exam Platform Error': 'שגיאה בפלטפורמת המבחנים',
  'Program Platform Error': 'שגיאה בפלטפורמת הקורסים',
  'There was a problem connecting to your Coopersmith student record.':
    'הייתה בעיה בחיבור לרשומת הסטודנט שלכם ב-Coopersmith.',
  'This study material is not offered any more. The exam lists the current ones.':
    'חומר הלימוד אינו מוצע עוד. במבחן מופיעים החומרים העדכניים.',
  'Your session is booked.': 'המועד שלכם הוזמן.',
  'No college on record': 'אין קולג׳ רשום',

  // seldom
  'No exam found': 'המבחן לא נמצא',
  'No package found': 'החבילה לא נמצאה',
  'No school found': 'בית הספר לא נמצא',
  'The study materials of TAL and CIS could not be fetched.':
    'לא ניתן היה להביא את חומרי הלימוד של TAL ו-CIS.',
  'The user name or password is not correct.': 'שם המשתמש או הסיסמה שגויים.',
  'The refund is being checked. Please do not repeat it.': 'ההחזר נמצא בבדיקה. אל תבקשו אותו שוב.',
  '"PaymentTo" not recognized.': '״PaymentTo״ אינו מוכר.',
  'Please select a cancelling reason': 'בחרו סיבת ביטול',
  'The signature is not valid.': 'החתימה אינה תקפה.',
  'This file is too large for the virus check.': 'הקובץ גדול מדי לבדיקת הווירוסים.',
  'The file is too large when it is unpacked.': 'הקובץ גדול מדי לאחר פתיחתו.',
  'A payment of this student is being worked on. Please try again in a few minutes.':
    'תשלום של סטודנט זה נמצא בטיפול. נסו שוב בעוד כמה דקות.',
  'Seminary study program interest not found': 'לא נמצאה התעניינות בתוכנית לימודי סמינר',
  'This kind of file is not accepted. Please use PDF, JPG or PNG.':
    'סוג הקובץ אינו מתקבל. השתמשו ב-PDF, JPG או PNG.',
  'No payments found for student.': 'לא נמצאו תשלומים לסטודנט.',
  'TTI cannot be reached at the moment. Please try again later.':
    'לא ניתן להתחבר ל-TTI כרגע. נסו שוב מאוחר יותר.',
  'This address is not served here.': 'כתובת זו אינה מוגשת כאן.',
  'StudentId is required.': 'נדרש מספר סטודנט.',
  'Please send JSON.': 'יש לשלוח JSON.',
};

export const sentences: ReadonlyMap<string, string> = new Map(
  Object.entries(said).map(([english, hebrew]) => [english, fromRight(hebrew)]),
);
