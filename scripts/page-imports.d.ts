// Owns: the type of what `?page` imports: a file of page/ with all that it imports, as one minified text
// (scripts/page.mjs).
declare module '*?page' {
  const text: string;
  export default text;
}
