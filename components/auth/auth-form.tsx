import { SubmitForm, type SubmitFormProps } from "@/components/submit-form";

/** A form on the pages before sign-in, below the page title. */
export const AuthForm = (props: SubmitFormProps) => (
  <div className="mt-8">
    <SubmitForm {...props} />
  </div>
);

type TitleProps = { title: string; purpose: string };

export const AuthTitle = ({ title, purpose }: TitleProps) => (
  <>
    <h1 className="text-2xl font-semibold tracking-tight">{title}</h1>
    <p className="mt-1 text-muted">{purpose}</p>
  </>
);
