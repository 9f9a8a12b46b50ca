// Replaces a style sheet or a picture; not a string, since strings have methods that are named like
// classes ('link', 'small').
export default {};
