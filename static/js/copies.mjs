// Texts that leave the page and come back: clipboard, files, the paste field of a sheet.
const MOST = 2_000_000; // characters; a longer file is no save, whatever it is
const field = () => document.querySelector("#sheet textarea");

export const select = () => { field()?.focus(); field()?.select(); };

// Copies a text, the old way where there is no clipboard; false if the browser refuses that too.
export const copy = async (text) => {
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    select();
    return document.execCommand("copy");
  }
};

export const download = (name, text) => {
  const link = document.createElement("a");
  link.href = URL.createObjectURL(new Blob([text], { type: "text/plain" }));
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 60_000);
};

export const pasted = () => (field()?.value || "").slice(0, MOST);

// A file chosen lands in the field, and is opened as if it had been pasted.
export const listen = () => document.addEventListener("change", async ({ target }) => {
  if (!target.matches('#sheet input[type="file"]') || !target.files.length) return;
  field().value = await target.files[0].slice(0, MOST).text();
  globalThis.tapisvert.send({ action: "import" });
});
