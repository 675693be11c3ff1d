/** Words that no German sentence has: one of them in a German page is a text that was left in English. */
export const ENGLISH =
  /\b(the|of|and|your|you|with|this|that|have|from|for|to|are|is|not|it|by|sign|we|page)\b/gi;
