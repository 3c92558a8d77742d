// What the page asks the server; the addresses are relative to the page's own, which holds the secret.

export class Refused extends Error {
  constructor(what, fix) {
    super(fix ? `${what}. ${fix}` : what);
    this.fix = fix;
  }
}

async function answered(request) {
  let answer;
  try {
    answer = await request;
  } catch (error) {
    if (error.name === "AbortError") throw error;
    throw new Refused("the workbench does not answer", "Is kotc-sim serve still running? Its address changes when it is started again.");
  }
  if (answer.ok) return answer.json();
  const text = await answer.text();
  let told;
  try {
    told = JSON.parse(text);
  } catch {
    throw new Refused(text.slice(0, 200));
  }
  throw new Refused(told.error, told.fix);
}

export const get = (path) => answered(fetch(path));

export function post(path, content, signal) {
  return answered(
    fetch(path, { method: "POST", headers: { "Content-Type": "application/json" }, body: JSON.stringify(content), signal }),
  );
}
