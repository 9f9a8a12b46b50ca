// Stands for a style sheet or a picture; not a text, since a class called 'link' or 'small' would
// be a method of texts.
export default {};
