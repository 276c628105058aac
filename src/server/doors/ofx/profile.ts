import { escapeMarkup } from "../../formats/markup.ts";

/** The user of profile requests without keys: `anonymous` and zeros. */
const ANONYMOUS = /^anonymous0*$/;

/** Whether the user of a request is anonymous, and so may only read the profile. */
export const isAnonymous = (user: string): boolean => ANONYMOUS.test(user);

/** The time of the profile, which changes only with this program. */
const CHANGED = "20261130000000";

/** The longest password of a grant. */
const MAX_PASSWORD = 32;

/** The profile of this server: its messages, at one address with one sign-on. */
export const profileElement = ({ url, name }: { url: string; name: string }): string => {
  const core =
    `<MSGSETCORE><VER>1</VER><URL>${escapeMarkup(url)}</URL><OFXSEC>NONE</OFXSEC>` +
    `<TRANSPSEC>${url.startsWith("https:") ? "Y" : "N"}</TRANSPSEC><SIGNONREALM>GRANT</SIGNONREALM>` +
    "<LANGUAGE>ENG</LANGUAGE><SYNCMODE>LITE</SYNCMODE><RESPFILEER>N</RESPFILEER></MSGSETCORE>";
  const set = (message: string, rest = "") =>
    `<${message}MSGSET><${message}MSGSETV1>${core}${rest}</${message}MSGSETV1></${message}MSGSET>`;
  return (
    "<PROFRS><MSGSETLIST>" +
    set("SIGNON") +
    set(
      "SIGNUP",
      "<OTHERENROLL><MESSAGE>Share accounts with this program on the account site</MESSAGE></OTHERENROLL>" +
        "<CHGUSERINFO>N</CHGUSERINFO><AVAILACCTS>N</AVAILACCTS><CLIENTACTREQ>N</CLIENTACTREQ>",
    ) +
    set(
      "BANK",
      "<CLOSINGAVAIL>N</CLOSINGAVAIL><EMAILPROF><CANEMAIL>N</CANEMAIL><CANNOTIFY>N</CANNOTIFY></EMAILPROF>",
    ) +
    set("CREDITCARD", "<CLOSINGAVAIL>N</CLOSINGAVAIL>") +
    set(
      "INVSTMT",
      "<TRANDNLD>Y</TRANDNLD><OODNLD>N</OODNLD><POSDNLD>Y</POSDNLD><BALDNLD>Y</BALDNLD><CANEMAIL>N</CANEMAIL>",
    ) +
    set("SECLIST", "<SECLISTRQDNLD>Y</SECLISTRQDNLD>") +
    set("PROF") +
    "</MSGSETLIST><SIGNONINFOLIST><SIGNONINFO><SIGNONREALM>GRANT</SIGNONREALM><MIN>1</MIN>" +
    `<MAX>${MAX_PASSWORD}</MAX><CHARTYPE>ALPHAORNUMERIC</CHARTYPE><CASESEN>Y</CASESEN><SPECIAL>N</SPECIAL>` +
    "<SPACES>N</SPACES><PINCH>N</PINCH></SIGNONINFO></SIGNONINFOLIST>" +
    `<DTPROFUP>${CHANGED}</DTPROFUP><FINAME>${escapeMarkup(name.slice(0, 32))}</FINAME>` +
    // The protocol requires an address of the institution.
    "<ADDR1>-</ADDR1><CITY>-</CITY><STATE>-</STATE><POSTALCODE>-</POSTALCODE><COUNTRY>USA</COUNTRY></PROFRS>"
  );
};
