import { ZxcvbnFactory } from '@zxcvbn-ts/core';
import { adjacencyGraphs, dictionary } from '@zxcvbn-ts/language-common';

const estimator = new ZxcvbnFactory({ dictionary, graphs: adjacencyGraphs });

/** So few guesses that a program which tries lists of stolen passwords gets there at once. */
const GUESSABLE_SCORE = 1;

/**
 * Whether a password is one of those that were stolen most often, or one of them with a number or a
 * sign put on. The lists come with the page: the password goes nowhere.
 */
export const isGuessable = (password: string): boolean =>
  estimator.check(password).score <= GUESSABLE_SCORE;
