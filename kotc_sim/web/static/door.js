// A link that holds a question has no secret in it: this page sends the browser on to the workbench that it has seen last.
const known = localStorage.getItem("kotc-sim workbench");
const linked = location.hash.startsWith("#q=");
document.getElementById("linked").hidden = !linked;

if (known && /^[\w-]{20,60}$/.test(known)) {
  fetch(`/${known}/api/start`).then((answer) => {
    if (answer.ok) location.replace(`/${known}/${location.hash}`);
  });
}
